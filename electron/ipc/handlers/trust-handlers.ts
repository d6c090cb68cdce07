import { requireTypedName } from '../../profiles/production-guard.ts'
import type { Services } from '../../services.ts'
import { trustEffect } from '../../trust/trust-effect.ts'
import type { CallHandlers } from '../answer-call.ts'

type TrustCalls = Extract<keyof CallHandlers, `trust.${string}`>

/** Handlers of the calls about servers' certificates. */
export function trustHandlers({ profiles, trust }: Services): Pick<CallHandlers, TrustCalls> {
  return {
    'trust.look': ({ profileId, address }) => trust.look(profileId, address),
    'trust.add': async ({ profileId, sha256, typedName }) => {
      requireTypedName((await profiles.get(profileId)).profile, typedName, trustEffect)
      return trust.trust(profileId, sha256)
    },
  }
}
