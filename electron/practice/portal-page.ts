/** The portal's page: the Security page of each environment, and the practice certificate authority. */
export function portalPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Practice portal</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header><h1>Practice portal</h1><p>Stands in for the service’s developer portal. Nothing here is real.</p></header>
<main>
<nav aria-label="Environments" id="tabs"></nav>
<section id="security" aria-live="polite"></section>
<section aria-labelledby="authority-title">
<h2 id="authority-title">Certificate authority</h2>
<p>Signs a CSR, as an approved certificate authority would.</p>
<form id="sign">
<label>CSR (PEM)<textarea name="request" rows="8" required spellcheck="false"></textarea></label>
<label class="short">Valid for, days<input name="days" type="number" min="1" max="825" value="365" required></label>
<button>Sign</button>
</form>
<p id="sign-message" role="status"></p>
<label id="signed-label" hidden>Signed certificate with its chain (PEM)<textarea id="signed" rows="10" readonly spellcheck="false"></textarea></label>
</section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9dee5, #3a4049); --soft: light-dark(#59616c, #a5adb8); --accent: light-dark(#2f54c8, #9db4ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f7f8fa, #16181c); color: light-dark(#1b1f24, #e8eaed); }
header, main { max-width: 880px; margin: 0 auto; padding: 24px; }
header { padding-bottom: 0; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 17px; margin: 0 0 4px; }
p { margin: 0 0 12px; } header p, section > p { color: var(--soft); }
nav { display: flex; gap: 4px; flex-wrap: wrap; margin-bottom: 12px; }
section { background: light-dark(#fff, #1e2126); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin-bottom: 20px; }
button { font: inherit; font-weight: 550; padding: 6px 14px; border-radius: 7px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; }
nav button[aria-pressed=true], form button { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #101319); }
button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 0 0 16px; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 13px; }
table { width: 100%; border-collapse: collapse; margin-bottom: 16px; } th, td { text-align: left; padding: 6px 8px; border-bottom: 1px solid var(--line); } td { font-family: ui-monospace, monospace; font-size: 12.5px; overflow-wrap: anywhere; } th { color: var(--soft); font-weight: 500; }
label { display: block; margin-bottom: 12px; } textarea, input { display: block; width: 100%; margin-top: 4px; padding: 8px; border: 1px solid var(--line); border-radius: 7px; background: transparent; color: inherit; font: 12.5px/1.45 ui-monospace, monospace; } .short input { width: 120px; }
`

const script = `
const names = { tokenUrl: 'Token URL', clientId: 'ClientId', clientSecret: 'Client secret', audience: 'Audience', apiBaseUrl: 'API base address', reportsBaseUrl: 'Reporting base address' }
let shown = location.hash.slice(1) || 'client-testing'
const make = (name, text, attributes = {}) => { const element = document.createElement(name); if (text !== undefined) element.textContent = text; for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value); return element }
async function call(path, body) {
  const response = await fetch('/portal/api/' + path, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}
async function show() {
  const { tabs } = await call('security')
  const bar = document.getElementById('tabs')
  bar.replaceChildren(...tabs.map(({ tab, title }) => { const button = make('button', title, { 'aria-pressed': String(tab === shown) }); button.onclick = () => { shown = tab; location.hash = tab; show() }; return button }))
  const chosen = tabs.find(({ tab }) => tab === shown) ?? tabs[0]
  const facts = make('dl')
  for (const [key, name] of Object.entries(names)) if (chosen[key]) facts.append(make('dt', name), make('dd', chosen[key]))
  const parts = [make('h2', 'Security: ' + chosen.title), facts]
  if (chosen.tab !== 'mock') {
    const table = make('table')
    const head = make('tr'); head.append(make('th', 'Thumbprint'), make('th', 'ClientId'), make('th', 'Subject'), make('th', 'Ends')); table.append(head)
    for (const { thumbprint, subject, notAfter } of chosen.certificates) { const row = make('tr'); row.append(make('td', thumbprint), make('td', chosen.clientId), make('td', subject), make('td', notAfter.slice(0, 10))); table.append(row) }
    const form = make('form'); const label = make('label', 'Add Security: one to five public certificates (PEM), use OAUTH'); const area = make('textarea', undefined, { rows: '6', required: '', spellcheck: 'false', name: 'certificates' }); label.append(area)
    const message = make('p', '', { role: 'status' })
    form.append(label, make('button', 'Upload'))
    form.onsubmit = async (event) => { event.preventDefault(); try { await call('security/' + chosen.tab + '/certificates', { certificates: area.value.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [area.value] }); await show() } catch (error) { message.textContent = error.message } }
    parts.push(chosen.certificates.length > 0 ? table : make('p', 'No certificate has been uploaded yet.'), form, message)
  }
  document.getElementById('security').replaceChildren(...parts)
}
document.getElementById('sign').onsubmit = async (event) => {
  event.preventDefault()
  const message = document.getElementById('sign-message')
  try {
    const { certificate, chain } = await call('authority/sign', { request: event.target.request.value, days: Number(event.target.days.value) })
    document.getElementById('signed').value = certificate + chain.join('')
    document.getElementById('signed-label').hidden = false
    message.textContent = 'Signed. Copy the certificate below.'
  } catch (error) { message.textContent = error.message }
}
show()
`
