import type { FormParameter } from '../../shared/model/oauth/token-parameters.ts'

/** A form body: `application/x-www-form-urlencoded` in UTF-8 (RFC 6749 appendix B), in the order given. */
export function encodeForm(parameters: readonly FormParameter[]): string {
  return new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value])).toString()
}

/** One value of a form, encoded: what a client ID and secret go through before HTTP Basic (RFC 6749 §2.3.1). */
export function encodeFormValue(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}
