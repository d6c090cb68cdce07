/**
 * The page's Content Security Policy (CSP Level 3). Scripts come from the app's own files alone; the only inline
 * style elements are those that carry the load's nonce (Mantine writes one). There is no `unsafe-*`.
 * @param nonce base64, made anew for each load of the page
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
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
