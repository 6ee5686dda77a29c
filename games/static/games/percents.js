// Chances to win as the language of the page writes them.

export function toPercent(value, { digits = 0 } = {}) {
  const format = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(document.documentElement.lang, format).format(value)
}

// A change of a chance in percentage points, with its sign.
export function toPoints(value) {
  const sign = value < 0 ? '−' : '+'
  const format = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return sign + new Intl.NumberFormat(document.documentElement.lang, format).format(Math.abs(100 * value))
}
