/**
 * Returns the nonce of this load of the page, which main writes into `index.html` and into the Content Security Policy.
 * A library that writes style elements (Mantine) must add it to them. Empty if the page was served without one.
 */
export function cspNonce(): string {
  // Browsers hide the attribute from scripts and keep the value in the property (HTML, "nonce hiding").
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
