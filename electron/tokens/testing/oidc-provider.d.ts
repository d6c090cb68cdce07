declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The part of the library's API that the tests use; it publishes no types of its own. */
  export default class Provider {
    constructor(issuer: string, configuration: object)
    /** Handles requests under the issuer. */
    callback(): RequestListener
    on(event: string, listener: (...facts: unknown[]) => void): void
  }
  export const errors: { readonly InvalidTarget: new () => Error }
}
