import { domainToUnicode } from 'node:url'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { isLoopbackUrl } from '../../shared/model/profile/profile.ts'

/** Longer addresses cannot be shown whole, and so not be agreed to. */
const longestAddress = 2000

/** An address that may be opened in the browser once the person agrees. */
export interface ExternalAddress {
  /** As it will be opened: other scripts in the host's name as Punycode, everything else escaped. */
  readonly href: string
  /** What the person should know of it before they agree. */
  readonly notes: readonly string[]
  /** Whether it leads to a program on this computer. */
  readonly isLocal: boolean
}

/**
 * Judges an address that may come from anywhere, a record included. Only https and http, and nothing that could pass a
 * secret on or hide where it leads.
 * @throws ClavisError `input-invalid` for any other address
 */
export function checkExternalAddress(text: string): ExternalAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw refusal('This is no web address.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refusal('Only https and http addresses can be opened.')
  if (url.username !== '' || url.password !== '')
    throw refusal('The address has a user name or password in it, so it is not opened: they would be sent along.')
  if (url.href.length > longestAddress)
    throw refusal(`The address has more than ${longestAddress} characters, so it could not be shown to you whole.`)
  const isLocal = isLoopbackUrl(url.href)
  return {
    href: url.href,
    isLocal,
    notes: [
      ...(url.hostname.includes('xn--')
        ? [
            `The host’s name has letters of other scripts: ${domainToUnicode(url.hostname)}. Some look like others; make sure that it is the one you mean.`,
          ]
        : []),
      ...(url.protocol === 'http:' && !isLocal ? ['The connection will not be encrypted.'] : []),
    ],
  }
}

function refusal(message: string): ClavisError {
  return new ClavisError('input-invalid', message, {
    hint: 'Copy it and look at it closely if you need to go there.',
  })
}
