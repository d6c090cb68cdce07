/**
 * Installed Chromium refuses a scheme that it does not know before anyone can answer for it. So a document of the
 * app's own scheme lives at an https address under a name that no network has, and is translated on the way in and
 * out: `app://clavis/x` is `https://clavis.app.host.invalid/x`.
 */
const suffix = '.host.invalid'

export class AppAddresses {
  readonly #schemes = new Set<string>()

  register(scheme: string): void {
    this.#schemes.add(scheme)
  }

  /** The app's address as Chromium gets it; any other address unchanged. */
  toChromium(address: string): string {
    if (!URL.canParse(address)) return address
    const url = new URL(address)
    const scheme = url.protocol.slice(0, -1)
    return this.#schemes.has(scheme)
      ? `https://${url.host}.${scheme}${suffix}${url.pathname}${url.search}${url.hash}`
      : address
  }

  /** The reverse of {@link toChromium}. */
  fromChromium(address: string): string {
    if (!URL.canParse(address)) return address
    const { protocol, hostname, pathname, search, hash } = new URL(address)
    if (protocol !== 'https:' || !hostname.endsWith(suffix)) return address
    const name = hostname.slice(0, -suffix.length)
    const dot = name.lastIndexOf('.')
    return `${name.slice(dot + 1)}://${name.slice(0, dot)}${pathname}${search}${hash}`
  }
}
