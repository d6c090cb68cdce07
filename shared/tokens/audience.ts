import type { Environment } from '../profiles/environment.ts'

/** The parts of `<prefix>:uri:<environment>:<product>` (service document, section 4.1). */
export interface Audience {
  readonly prefix: string
  readonly environment: string
  readonly product: string
}

/** Parses an audience; returns undefined if the text doesn't have the documented form. */
export function parseAudience(text: string): Audience | undefined {
  const match = /^(?<prefix>[^\s:]+):uri:(?<environment>[^\s:]+):(?<product>[^\s:]+)$/u.exec(text)
  const { prefix, environment, product } = match?.groups ?? {}
  if (prefix === undefined || environment === undefined || product === undefined) return undefined
  return { prefix, environment, product }
}

/**
 * Returns advice about an audience, or undefined if there is none. It is shown, not enforced: the document gives `prod`
 * and `sandbox` as examples only.
 */
export function adviseOnAudience(text: string, environment: Environment): string | undefined {
  if (text === '') return 'The service requires an audience: prefix:uri:environment:product.'
  const audience = parseAudience(text)
  if (audience === undefined)
    return 'Expected format: prefix:uri:environment:product, for example acme:uri:sandbox:payments.'
  if (environment === 'client-testing' && audience.environment === 'prod')
    return 'This audience names “prod”, but the profile is for Client Testing.'
  if (environment === 'production' && audience.environment === 'sandbox')
    return 'This audience names “sandbox”, but the profile is for Production.'
  return undefined
}
