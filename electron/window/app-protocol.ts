import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { CustomScheme } from 'electron'
import { contentSecurityPolicy } from './content-security-policy.ts'

/** The page's own scheme: it gives the page an origin, which `file:` does not, and reads nothing but the app's files. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** The one host of {@link appScheme}. */
export const appOrigin = 'app://clavis'

/** Where the window starts. */
export const appUrl = `${appOrigin}/index.html`

/**
 * Where a document or worker of the app may connect to: its own origin. Chromium enforces it in the network service, also
 * for what no Content Security Policy covers: preconnect, DNS prefetch, WebTransport and WebRTC, which it blocks unless
 * the header allows it (Connection Allowlists, WICG, Chromium 152; decision 062).
 */
const connectionAllowlist = '(response-origin)'

/** The text in `index.html` that is replaced by the load's nonce. */
const noncePlaceholder = '__CSP_NONCE__'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Answers the page's requests from a folder of built files. Anything else (another host, a path out of the folder, a
 * file type the page has no use for, a missing file) is 404.
 * @param folder the built page, absolute
 */
export function serveApp(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url)
    const contentType = contentTypes[extname(url.pathname)]
    const file = normalize(join(folder, decodePath(url.pathname)))
    if (
      url.host !== 'clavis' ||
      request.method !== 'GET' ||
      contentType === undefined ||
      !file.startsWith(folder + sep)
    )
      return notFound()
    const body = await readFile(file).catch(() => undefined)
    if (body === undefined) return notFound()
    const headers = {
      'content-type': contentType,
      'x-content-type-options': 'nosniff',
      'connection-allowlist': connectionAllowlist,
    }
    if (!file.endsWith('.html')) return new Response(new Uint8Array(body), { headers })

    const nonce = randomBytes(18).toString('base64')
    return new Response(body.toString('utf8').replaceAll(noncePlaceholder, nonce), {
      headers: {
        ...headers,
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
    })
  }
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
}

/** A path with a broken escape (`%zz`) names no file. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
