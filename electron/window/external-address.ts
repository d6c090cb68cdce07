import { domainToUnicode } from 'node:url'
import { ClavisError } from '#shared/errors.ts'
import { isLoopbackUrl } from '#shared/profiles/plain-http.ts'

/** Longer addresses can't be shown in full, so the person couldn't agree to them. */
const maxAddressLength = 2000

/** An address that may be opened in the browser after the person agrees. */
export interface ExternalAddress {
  /** As it will be opened: non-ASCII host names as Punycode, everything else escaped. */
  readonly href: string
  /** What the person should know before they agree. */
  readonly notes: readonly string[]
}

/**
 * Checks an address from an untrusted source, such as a record. Allows only https and http, and nothing that could pass
 * on a secret or hide its target.
 * @throws ClavisError `input-invalid` for any other address
 */
export function checkExternalAddress(text: string): ExternalAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw refusal('This is not a web address.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refusal('Only https and http addresses can be opened.')
  if (url.username !== '' || url.password !== '')
    throw refusal('The address contains a user name or password, which would be sent along, so it was not opened.')
  if (url.href.length > maxAddressLength)
    throw refusal(`The address has more than ${maxAddressLength} characters, so it can’t be shown in full.`)
  return {
    href: url.href,
    notes: [
      ...(url.hostname.includes('xn--')
        ? [
            `The host name contains non-ASCII characters: ${domainToUnicode(url.hostname)}. Some characters look alike; check that this is the right host.`,
          ]
        : []),
      ...(url.protocol === 'http:' && !isLoopbackUrl(url.href) ? ['The connection is not encrypted.'] : []),
    ],
  }
}

function refusal(message: string): ClavisError {
  return new ClavisError('input-invalid', message, {
    hint: 'If you need to open it, copy it and check it carefully.',
  })
}
