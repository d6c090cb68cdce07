import type { ClavisError } from '#shared/errors.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import type { HttpRequest, HttpResponse } from './http-message.ts'
import { shownAddress } from './shown-address.ts'

export type Outcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | {
      readonly kind: 'failed'
      readonly error: ClavisError
      readonly hasStarted: boolean
    }

/** Returns the activity entry of an attempt. @param now milliseconds since the epoch */
export function activityOf(request: HttpRequest, outcome: Outcome, isRetried: boolean, now: number): NewActivity {
  const { purpose, method } = request
  const { kind, what, profileId, profileName } = purpose
  const common = {
    kind,
    what,
    ...(profileId === undefined ? {} : { profileId }),
    ...(profileName === undefined ? {} : { profileName }),
    method,
    address: shownAddress(request),
  }
  if (outcome.kind === 'failed')
    return {
      ...common,
      at: new Date(now).toISOString(),
      outcome: isRetried ? 'retried' : 'failed',
      errorCode: outcome.error.code,
    }
  const { status, body, durationMs, timings, requestedAt } = outcome.response
  return {
    ...common,
    at: new Date(requestedAt).toISOString(),
    status,
    outcome: isRetried ? 'retried' : status < 400 ? 'ok' : 'failed',
    durationMs,
    size: body.size,
    ...(timings === undefined ? {} : { timings }),
  }
}
