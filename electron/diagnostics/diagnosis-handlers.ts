import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function diagnosisHandlers({ services: { doctor }, sendEvent }: HandlerContext): HandlersOf<'doctor'> {
  return {
    'doctor.diagnose': ({ profileId }, { sees }) =>
      doctor.diagnose(profileId, (step) => sendEvent('doctor.step', { profileId, step }), sees),
    'doctor.clock': ({ profileId }) => doctor.clock(profileId),
  }
}
