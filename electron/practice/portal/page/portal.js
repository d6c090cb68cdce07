'use strict'

// What the scripts of the practice portal's page share. They are for browsers, and use its JSON API (`portal-api.ts`).

/**
 * @typedef {{ thumbprint: string, clientId: string, subject: string, notAfter: string }} Certificate
 * @typedef {{ tab: string, title: string, certificates: Certificate[] }
 *   & Record<keyof typeof factNames, string | undefined>} Tab
 * @typedef {{ tabs: Tab[], uploaded: Certificate[], certificate: string, chain: string[] }} Answer what the API answers:
 *   each call has a part of it
 */

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function byId(id, type) {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new TypeError(`The page has no ${id}.`)
  return element
}

/**
 * Creates an element. A function in its attributes listens to the event of that name.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | (() => void)>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/**
 * @param {string} path
 * @param {object} [body] sent with POST
 * @returns {Promise<Answer>}
 */
async function call(path, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`/portal/api/${path}`, body === undefined ? {} : sent)
  const answer = /** @type {Answer & { error_description: string }} */ (await response.json())
  if (!response.ok) throw new Error(answer.error_description)
  return answer
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function showMessage(element, text, isWrong = false) {
  element.textContent = text
  element.classList.toggle('wrong', isWrong)
}

/**
 * Does work and shows why it failed.
 * @param {HTMLElement} message
 * @param {() => Promise<void>} work
 */
async function attempt(message, work) {
  showMessage(message, '')
  try {
    await work()
  } catch (error) {
    showMessage(message, reasonOf(error), true)
  }
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Fills a field in with the chosen files.
 * @param {HTMLTextAreaElement} area
 * @param {HTMLInputElement} input
 */
async function fillIn(area, input) {
  const texts = await Promise.all([...(input.files ?? [])].map((file) => file.text()))
  area.value = texts.join('\n')
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }))
  make('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10000)
}
