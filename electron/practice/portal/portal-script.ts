/** The portal page's script: plain JavaScript for browsers, with the portal's JSON API. */
export const portalScript = `
'use strict'
const factNames = {
  tokenUrl: 'Token URL',
  clientId: 'ClientId',
  clientSecret: 'Client secret',
  audience: 'Audience',
  apiBaseUrl: 'API base address',
  reportsBaseUrl: 'Reporting base address',
}
const byId = (id) => document.getElementById(id)

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

async function call(path, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch('/portal/api/' + path, body === undefined ? {} : sent)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error_description)
  return answer
}

function showMessage(element, text, isWrong = false) {
  element.textContent = text
  element.classList.toggle('wrong', isWrong)
}

async function attempt(message, work) {
  showMessage(message, '')
  try {
    await work()
  } catch (error) {
    showMessage(message, error.message, true)
  }
}

async function readFiles(input) {
  const texts = await Promise.all([...input.files].map((file) => file.text()))
  return texts.join('\\n')
}

const blocks = (text) => text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [text]

function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }))
  make('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10000)
}

function copyButton(name, text) {
  const button = make('button', { type: 'button', class: 'quiet', 'aria-label': 'Copy ' + name }, 'Copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
  return button
}

function facts(tab) {
  const list = make('dl')
  for (const [key, name] of Object.entries(factNames)) {
    if (!tab[key]) continue
    list.append(
      make('dt', {}, name),
      make('dd', {}, tab[key]),
      make('dd', { class: 'act' }, copyButton(name, tab[key])),
    )
  }
  return list
}

function certificateTable(tab, message) {
  if (tab.certificates.length === 0) return make('p', { class: 'hint' }, 'None yet.')
  const titles = ['Thumbprint', 'ClientId', 'Subject', 'Ends']
  const head = make('tr', {}, ...titles.map((title) => make('th', { scope: 'col' }, title)), make('td'))
  const rows = tab.certificates.map(({ thumbprint, clientId, subject, notAfter }) => {
    const remove = make('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove ' + thumbprint }, 'Remove')
    remove.addEventListener('click', () =>
      attempt(message, async () => {
        show(await call('security/' + tab.tab + '/certificates/remove', { thumbprint }), 'Removed.')
      }))
    const texts = [thumbprint, clientId, subject, notAfter.slice(0, 10)]
    return make('tr', {}, ...texts.map((text) => make('td', {}, text)), make('td', {}, remove))
  })
  return make('div', { class: 'table' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)))
}

function certificateForm(tab, message) {
  const area = make('textarea', { rows: '6', required: '', spellcheck: 'false' })
  const file = make('input', { type: 'file', multiple: '', accept: '.pem,.crt,.cer,.txt' })
  file.addEventListener('change', async () => { area.value = await readFiles(file) })
  const form = make('form', {},
    make('label', {}, 'Add Security: one to five public certificates (PEM), certificate use OAUTH', area),
    make('label', {}, 'Choose files', file),
    make('button', {}, 'Upload'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(message, async () => {
      const answer = await call('security/' + tab.tab + '/certificates', { certificates: blocks(area.value) })
      show(answer, answer.uploaded.length === 1 ? 'Uploaded.' : answer.uploaded.length + ' certificates uploaded.')
    })
  })
  return form
}

function legacyForm(message) {
  const area = make('textarea', { rows: '6', required: '', spellcheck: 'false' })
  const form = make('form', {},
    make('label', {}, 'CSR of the legacy client (PEM)', area),
    make('button', {}, 'Add CSR'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(message, async () => {
      const answer = await call('security/legacy/request', { request: area.value, days: 365 })
      show(answer, 'Issued. The public certificate was saved as a file.')
      save('legacy-certificate.pem', answer.certificate + answer.chain.join(''))
    })
  })
  return form
}

let shownTab = location.hash.slice(1)
function show({ tabs }, text = '') {
  const tab = tabs.find((each) => each.tab === shownTab) ?? tabs.find((each) => each.tab === 'client-testing')
  byId('tabs').replaceChildren(...tabs.map((each) =>
    make('button', {
      type: 'button',
      ...(each.tab === tab.tab ? { 'aria-current': 'true' } : {}),
      click: () => { location.hash = each.tab },
    }, each.title)))
  const message = make('p', { role: 'status' })
  const parts = [make('h2', { id: 'security-title' }, 'Security: ' + tab.title), facts(tab)]
  if (tab.tab !== 'mock') {
    parts.push(make('h3', {}, 'Certificates'), certificateTable(tab, message))
    parts.push(tab.tab === 'legacy' ? legacyForm(message) : certificateForm(tab, message), message)
  }
  byId('security').replaceChildren(...parts)
  // A status is read out when it changes, so it is filled only once it stands in the page.
  showMessage(message, text)
}

async function refresh() {
  try {
    show(await call('security'))
  } catch (error) {
    byId('security').replaceChildren(make('p', { role: 'alert' }, 'The practice service does not answer: ' + error.message))
  }
}

byId('sign').addEventListener('submit', (event) => {
  event.preventDefault()
  const { request, days } = event.target.elements
  void attempt(byId('sign-message'), async () => {
    byId('result').hidden = true
    const { certificate, chain } = await call('authority/sign', { request: request.value, days: Number(days.value) })
    byId('signed').value = certificate + chain.join('')
    byId('result').hidden = false
    showMessage(byId('sign-message'), 'Signed. Copy the certificate below.')
  })
})
byId('sign').elements.file.addEventListener('change', async (event) => {
  byId('sign').elements.request.value = await readFiles(event.target)
})
byId('save').addEventListener('click', () => save('practice-certificate.pem', byId('signed').value))
byId('authority').addEventListener('click', (event) => {
  event.preventDefault()
  void attempt(byId('sign-message'), async () => save('practice-authority.pem', (await call('authority')).certificate))
})
addEventListener('hashchange', () => { shownTab = location.hash.slice(1); void refresh() })
void refresh()
`
