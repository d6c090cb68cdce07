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
