/**
 * Translates addresses of the app's own scheme, because an installed Chromium rejects unknown schemes before anyone can
 * handle them: `app://clavis/x` is `https://clavis.app.host.invalid/x` in Chromium, a name that no network has.
 */
const suffix = '.host.invalid'

export class AppAddresses {
  readonly #schemes = new Set<string>()

  register(scheme: string): void {
    this.#schemes.add(scheme)
  }

  /** Returns the address that Chromium uses for the app's; any other address unchanged. */
  toChromium(address: string): string {
    if (!URL.canParse(address)) return address
    const url = new URL(address)
    const scheme = url.protocol.slice(0, -1)
    return this.#schemes.has(scheme)
      ? `https://${url.host}.${scheme}${suffix}${url.pathname}${url.search}${url.hash}`
      : address
  }

  /** Reverses {@link toChromium}. */
  fromChromium(address: string): string {
    if (!URL.canParse(address)) return address
    const { protocol, hostname, pathname, search, hash } = new URL(address)
    if (protocol !== 'https:' || !hostname.endsWith(suffix)) return address
    const name = hostname.slice(0, -suffix.length)
    const dot = name.lastIndexOf('.')
    return `${name.slice(dot + 1)}://${name.slice(0, dot)}${pathname}${search}${hash}`
  }
}
