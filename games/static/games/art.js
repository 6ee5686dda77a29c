// Loads drawings: a file of SVG symbols, which the page then uses by their ids.

const requestsByUrl = new Map()

// The symbols of the file stand in the page once they have come; a page without them lacks only the pictures.
export function loadArt(url) {
  if (!requestsByUrl.has(url)) requestsByUrl.set(url, insertArt(url).catch(() => requestsByUrl.delete(url)))
  return requestsByUrl.get(url)
}

async function insertArt(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(response.statusText)
  const holder = document.createElement('div')
  holder.className = 'art'
  holder.setAttribute('aria-hidden', 'true')
  holder.innerHTML = await response.text()
  document.body.append(holder)
}

// The people that all games share: heads, beards, hats, pawns, and the patterns of the seats.
export function loadPortraits() {
  const link = document.querySelector('link[data-art="people"]')
  return loadArt(link?.href ?? new URL('people.svg', import.meta.url).href)
}
