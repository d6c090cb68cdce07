import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { retryAfter } from '../http/retry.ts'
import type { Secret } from '../keychain/secret.ts'
import { KnownSecrets, textWithoutToken } from './known-secrets.ts'
import { parseBody } from './response-json.ts'
import { serviceReason } from './service-reason.ts'

/** Longest pause that is shown as a number: a year, milliseconds. */
const maxShownPause = 366 * dayMs

/** Returns the error for a response that is not 2xx. @param token may be echoed by the service, and is not quoted */
export function refusal(response: HttpResponse, token: Secret, profile: Profile): ClavisError {
  const { status } = response
  const { host } = new URL(response.url)
  const reason = shownReason(response, token)
  const wait = response.headers.get('retry-after')
  const details = {
    status,
    ...(reason === '' ? {} : { reason }),
    ...(wait === undefined ? {} : { retryAfter: new KnownSecrets([token.text()]).mask(wait).slice(0, 100) }),
  }
  if (status === 401)
    return new ClavisError('service-unauthorized', `${host} refused the token and a new one (status 401).`, {
      hint: `Check that the addresses and the audience of “${profile.name}” belong to the same environment, and that this computer’s clock is right.`,
      details,
    })
  if (status === 429)
    return new ClavisError('service-rate-limited', `${host} received too many requests (status 429).`, {
      hint: `${asked(wait)}Wait a while, then try again.`,
      details,
    })
  if (status >= 500)
    return new ClavisError('service-failed', `${host} is temporarily unavailable (status ${status}).`, {
      hint: `${asked(wait)}Try again later. If it continues, contact the service operator.`,
      details,
    })
  return new ClavisError('service-refused', `${host} refused the call (status ${status}).`, {
    hint:
      status === 403
        ? 'The token is valid but not sufficient. Check the scopes, the audience, and the client’s permissions in the portal.'
        : 'Check the address in the profile’s settings and the path.',
    details,
  })
}

/** Says which pause the service asks for, if it does. */
function asked(header: string | undefined): string {
  const pause = retryAfter(header, Date.now())
  if (pause === undefined || pause === 0) return ''
  const minutes = Math.ceil(pause / 60_000)
  const long = minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60).toLocaleString()} h`
  return pause < maxShownPause ? `It asks to wait ${long}. ` : 'It asks to wait longer than a year. '
}

/** Returns the start of the service's reason for its refusal, without the token; empty if it is no text for people. */
function shownReason({ body, headers }: HttpResponse, token: Secret): string {
  const parsed = parseBody(textWithoutToken(body, token, 8000))
  const challenge = new KnownSecrets([token.text()]).maskValues(headers.get('www-authenticate') ?? '')
  const { error, description } = serviceReason(parsed, challenge)
  const words = [error, description].filter((part) => part !== '').join(': ')
  return (words === '' && parsed.kind !== 'markup' ? parsed.text : words).slice(0, 500)
}
