// The parts of a table that its first board does without.

const MILLISECONDS = 2000 // The first board is on screen by then, also on a slow line.

export class LateParts {
  constructor(table) {
    this.table = table
  }

  // Ready before they are needed, and still there when the network is gone.
  loadAll() {
    setTimeout(() => {
      const modules = [this.loadInfoCard(), this.loadRuleDrawer(), this.table.parts.board.loadTheRest?.()]
      Promise.all(modules).catch(() => {}) // Whoever needs them tries again.
    }, MILLISECONDS)
  }

  async loadInfoCard() {
    const { InfoCard } = await import('./info-card.js')
    this.infoCard ??= new InfoCard(this.table)
    return this.infoCard
  }

  async openInfoCard({ detail, target }) {
    try {
      const [thing, infoCard] = await Promise.all([detail, this.loadInfoCard()])
      await infoCard.open(thing, target)
    } catch (error) {
      this.table.alerts.showError(error)
    }
  }

  async loadRuleDrawer() {
    const { RuleDrawer } = await import('./rule-drawer.js')
    const { api, game, texts, parts, alerts, view } = this.table
    const { drawer, rule: content } = parts
    this.table.rule ??= new RuleDrawer({ api, game, texts, drawer, content, alerts })
    this.table.rule.update(view)
    return this.table.rule
  }

  // Opens a section of the rule above the board, by default the one about the next decision.
  // `reason` says why something cannot be done now.
  async openSection(key, reason) {
    const rule = await this.loadRuleDrawer()
    return rule.open(key ?? rule.currentKey, reason)
  }

  // The numbers that players add to the luck, before a match begins.
  async sendNonces(view) {
    try {
      const { NonceSender } = await import('./contribution.js')
      this.nonces ??= new NonceSender(this.table)
      await this.nonces.send(view)
    } catch (error) {
      this.table.alerts.showError(error)
    }
  }
}
