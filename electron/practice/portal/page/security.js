// The Security page of each environment.

const factNames = {
  tokenUrl: 'Token URL',
  clientId: 'ClientId',
  clientSecret: 'Client secret',
  audience: 'Audience',
  apiBaseUrl: 'API base address',
  reportsBaseUrl: 'Reporting base address',
}
const factKeys = /** @type {(keyof typeof factNames)[]} */ (Object.keys(factNames))

/** @param {string} text @returns {string[]} */
const blocks = (text) => text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/gu) ?? [text]

/** @param {string} name @param {string} text */
function copyButton(name, text) {
  const button = make('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${name}` }, 'Copy')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
  button.addEventListener('click', () => void copy())
  return button
}

/** @param {Tab} tab */
function facts(tab) {
  const list = make('dl')
  for (const key of factKeys) {
    const [name, value] = [factNames[key], tab[key]]
    if (!value) continue
    list.append(make('dt', {}, name), make('dd', {}, value), make('dd', { class: 'act' }, copyButton(name, value)))
  }
  return list
}

/** @param {Tab} tab @param {HTMLElement} message */
function certificateTable(tab, message) {
  if (tab.certificates.length === 0) return make('p', { class: 'hint' }, 'None yet.')
  const titles = ['Thumbprint', 'ClientId', 'Subject', 'Ends']
  const head = make('tr', {}, ...titles.map((title) => make('th', { scope: 'col' }, title)), make('td'))
  const rows = tab.certificates.map(({ thumbprint, clientId, subject, notAfter }) => {
    const remove = make('button', { type: 'button', class: 'quiet', 'aria-label': `Remove ${thumbprint}` }, 'Remove')
    remove.addEventListener(
      'click',
      () =>
        void attempt(message, async () => {
          show(await call(`security/${tab.tab}/certificates/remove`, { thumbprint }), 'Removed.')
        }),
    )
    const texts = [thumbprint, clientId, subject, notAfter.slice(0, 10)]
    return make('tr', {}, ...texts.map((text) => make('td', {}, text)), make('td', {}, remove))
  })
  return make('div', { class: 'table' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)))
}

/** @param {Tab} tab @param {HTMLElement} message */
function certificateForm(tab, message) {
  const area = make('textarea', { rows: '6', required: '', spellcheck: 'false' })
  const file = make('input', { type: 'file', multiple: '', accept: '.pem,.crt,.cer,.txt' })
  file.addEventListener('change', () => void fillIn(area, file))
  const form = make(
    'form',
    {},
    make('label', {}, 'Add Security: one to five public certificates (PEM), certificate use OAUTH', area),
    make('label', {}, 'Choose files', file),
    make('button', {}, 'Upload'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(message, async () => {
      const answer = await call(`security/${tab.tab}/certificates`, { certificates: blocks(area.value) })
      show(answer, answer.uploaded.length === 1 ? 'Uploaded.' : `${answer.uploaded.length} certificates uploaded.`)
    })
  })
  return form
}

/** @param {HTMLElement} message */
function legacyForm(message) {
  const area = make('textarea', { rows: '6', required: '', spellcheck: 'false' })
  const form = make(
    'form',
    {},
    make('label', {}, 'CSR of the legacy client (PEM)', area),
    make('button', {}, 'Add CSR'),
  )
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

/** @param {Pick<Answer, 'tabs'>} answer */
function show({ tabs }, text = '') {
  const tab = tabs.find((each) => each.tab === shownTab) ?? tabs.find((each) => each.tab === 'client-testing')
  if (tab === undefined) return
  byId('tabs', HTMLElement).replaceChildren(
    ...tabs.map((each) =>
      make(
        'button',
        {
          type: 'button',
          ...(each.tab === tab.tab ? { 'aria-current': 'true' } : {}),
          click: () => {
            location.hash = each.tab
          },
        },
        each.title,
      ),
    ),
  )
  const message = make('p', { role: 'status' })
  /** @type {Node[]} */
  const parts = [make('h2', { id: 'security-title' }, `Security: ${tab.title}`), facts(tab)]
  if (tab.tab !== 'mock') {
    parts.push(make('h3', {}, 'Certificates'), certificateTable(tab, message))
    parts.push(tab.tab === 'legacy' ? legacyForm(message) : certificateForm(tab, message), message)
  }
  byId('security', HTMLElement).replaceChildren(...parts)
  // A status is read out when it changes, so it is filled only once it stands in the page.
  showMessage(message, text)
}

async function refresh() {
  try {
    show(await call('security'))
  } catch (error) {
    byId('security', HTMLElement).replaceChildren(
      make('p', { role: 'alert' }, `The practice service does not answer: ${reasonOf(error)}`),
    )
  }
}

addEventListener('hashchange', () => {
  shownTab = location.hash.slice(1)
  void refresh()
})
void refresh()
