import { requireTypedName } from '../../profiles/production-guard.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'

type ReplacementCalls = Extract<keyof CallHandlers, `replacements.${string}`>

/** Handlers of the calls that replace a credential step by step. */
export function replacementHandlers({ profiles, replacements }: Services): Pick<CallHandlers, ReplacementCalls> {
  return {
    'replacements.list': () => replacements.list(),
    'replacements.start': ({ profileId, keySize }) => replacements.start(profileId, keySize),
    'replacements.suggestRequest': ({ profileId }) => replacements.suggestRequest(profileId),
    'replacements.markUploaded': ({ profileId }) => replacements.markUploaded(profileId),
    'replacements.skipConfirmation': ({ profileId }) => replacements.skipConfirmation(profileId),
    'replacements.tryOut': ({ profileId }) => replacements.tryOut(profileId),
    'replacements.switchOver': ({ profileId }) => replacements.switchOver(profileId),
    'replacements.goBack': ({ profileId }) => replacements.goBack(profileId),
    'replacements.retireOld': async ({ profileId, typedName }) => {
      const { profile } = await profiles.get(profileId)
      requireTypedName(profile, typedName, 'A retired credential cannot be brought back into use.')
      return replacements.retireOld(profileId)
    },
    'replacements.end': ({ profileId }) => replacements.end(profileId),
  }
}
