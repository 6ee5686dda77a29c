// Buttons that make a passkey or sign in with one:
// <button data-passkey="register" data-begin="…" data-complete="…">.

async function post(url, body) {
  const token = document.querySelector('[name=csrfmiddlewaretoken]').value
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

function askAuthenticator(kind, options) {
  if (kind === 'register') {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    return navigator.credentials.create({ publicKey })
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return navigator.credentials.get({ publicKey })
}

async function run(button) {
  const { passkey: kind, begin, complete, next } = button.dataset
  const trouble = button.parentElement.querySelector('[data-passkey-trouble]')
  trouble.hidden = true
  try {
    const credential = await askAuthenticator(kind, await post(begin, {}))
    const answer = await post(complete, credential.toJSON())
    location.href = next || answer.redirect_url
  } catch (error) {
    trouble.hidden = false // cancelled, not known here, or refused
  }
}

if (window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  for (const button of document.querySelectorAll('[data-passkey]')) {
    button.parentElement.hidden = false
    button.addEventListener('click', () => run(button))
  }
}
