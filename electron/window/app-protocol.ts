import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { CustomScheme } from 'electron'

/**
 * Returns the page's Content Security Policy (CSP Level 3). Scripts come only from the app's own files; the only inline
 * style elements are those with the nonce (Mantine writes one). There is no `unsafe-*`. Trusted Types without any policy: text never becomes HTML or a script.
 * @param nonce base64, new for each load of the page
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page's own scheme, which gives the page an origin, unlike `file:`, and access to nothing but the app's files. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** The only host of {@link appScheme}. */
export const appOrigin = 'app://clavis'

export const appUrl = `${appOrigin}/index.html`

/**
 * Where a document or worker of the app may connect to: its own origin. Chromium enforces it in the network service,
 * also for what a Content Security Policy doesn't cover: preconnect, DNS prefetch, WebTransport and WebRTC, which it
 * blocks unless the header allows it (Connection Allowlists, WICG, Chromium 152; decision 062).
 */
const connectionAllowlist = '(response-origin)'

/** The text in `index.html` that is replaced by the nonce. */
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
 * Responds to the page's requests from a folder of built files. Anything else (another host, a path outside of the
 * folder, a file type that the page doesn't use, a missing file) is 404.
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

/** Decodes a path; one with an invalid escape (`%zz`) names no file. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
