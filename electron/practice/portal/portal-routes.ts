import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SignedKey } from '../state/certificate-authority.ts'
import { isSameOrigin, mediaType, readBody } from '../state/incoming-request.ts'
import { type PracticeStore, tabs } from '../state/practice-state.ts'
import { type Answer, invalidRequest, json, refusal } from '../state/responses.ts'
import {
  addClient,
  type Origins,
  registerLegacy,
  removeCertificate,
  securityTabs,
  signPortalRequest,
  tokenUrlOf,
  uploadCertificates,
} from './portal-api.ts'
import { portalPage } from './portal-page.ts'

interface Options {
  readonly store: PracticeStore
  readonly authority: SignedKey
  readonly origins: Origins
  readonly now: () => number
}

const api = '/portal/api/'

/** Routes of the portal: its page and its JSON API (see `portal-api.ts`). */
export class PortalRoutes {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async answer(request: IncomingMessage, pathname: string): Promise<Answer> {
    const isPage = pathname === '/portal' || pathname === '/portal/'
    if (!isPage && !pathname.startsWith(api)) return nothingAt(pathname)
    const path = pathname.slice(api.length)
    if (request.method === 'GET') return isPage ? pageAnswer() : this.#read(path)
    if (request.method === 'POST' && !isPage) return this.#change(request, path)
    return refusal(405, 'invalid_request', `${pathname} doesn’t accept ${request.method ?? ''}.`, {
      allow: isPage ? 'GET' : 'GET, POST',
    })
  }

  #read(path: string): Answer {
    switch (path) {
      case 'security':
        return json(200, this.#shown())
      case 'authority':
        return json(200, { certificate: this.#options.authority.certificatePem })
      default:
        return nothingAt(`${api}${path}`)
    }
  }

  async #change(request: IncomingMessage, path: string): Promise<Answer> {
    // A form on another page can neither send JSON nor hide its origin.
    if (!isSameOrigin(request))
      return refusal(403, 'access_denied', 'Changes are accepted only from the portal’s own page and from programs.')
    if (mediaType(request.headers['content-type']) !== 'application/json')
      return refusal(415, 'invalid_request', 'Changes require the content type application/json.')
    const body = parseJson(await readBody(request))
    for (const tab of tabs) {
      if (path === `security/${tab}/certificates`) {
        const { state, uploaded } = uploadCertificates(this.#options.store.state, tab, body, this.#options.now())
        await this.#options.store.change(() => state)
        return json(200, { ...this.#shown(), uploaded })
      }
      if (path === `security/${tab}/clients`) {
        const { state, client } = addClient(this.#options.store.state, tab)
        await this.#options.store.change(() => state)
        return json(200, { clientId: client.clientId, clientSecret: client.clientSecret })
      }
      if (path === `security/${tab}/certificates/remove`) {
        await this.#options.store.change((current) => removeCertificate(current, tab, body))
        return json(200, this.#shown())
      }
    }
    if (path === 'security/legacy/request') return this.#issueLegacy(body)
    if (path === 'authority/sign')
      return json(200, await signPortalRequest(this.#options.authority, body, this.#options.now()))
    return nothingAt(`${api}${path}`)
  }

  /** Issues client ID, public certificate and token URL for an uploaded CSR (service document, section 5.3). */
  async #issueLegacy(body: unknown): Promise<Answer> {
    const issued = await signPortalRequest(this.#options.authority, body, this.#options.now())
    // Reads the state after signing, because it may have changed meanwhile.
    const { state, uploaded } = registerLegacy(this.#options.store.state, issued, this.#options.now())
    await this.#options.store.change(() => state)
    return json(200, {
      ...this.#shown(),
      clientId: state.clients.legacy.clientId,
      tokenUrl: tokenUrlOf('legacy', this.#options.origins),
      thumbprint: uploaded[0]?.thumbprint,
      ...issued,
    })
  }

  #shown(): { tabs: ReturnType<typeof securityTabs> } {
    return { tabs: securityTabs(this.#options.store.state, this.#options.origins) }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not JSON.')
  }
}

function nothingAt(path: string): Answer {
  return refusal(404, 'not_found', `Nothing found at ${path}.`)
}

function pageAnswer(): Answer {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
    },
    body: portalPage(nonce),
  }
}
