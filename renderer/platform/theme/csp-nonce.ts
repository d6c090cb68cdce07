/**
 * The nonce of this load of the page, which main writes into `index.html` and into the Content Security Policy.
 * A library that writes style elements (Mantine) must put it on them. Empty where the page was served without one.
 */
export function cspNonce(): string {
  // A browser hides the attribute from scripts and keeps the value in the property (HTML, "nonce hiding").
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
