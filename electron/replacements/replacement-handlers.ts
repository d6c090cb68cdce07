import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function replacementHandlers({
  services: { replacements, severalReplacements },
}: HandlerContext): HandlersOf<'replacements'> {
  return {
    'replacements.list': () => replacements.list(),
    'replacements.start': ({ profileId, keySize }) => replacements.start(profileId, keySize),
    'replacements.repeatRequest': ({ profileId }) => replacements.repeatRequest(profileId),
    'replacements.takeTogether': ({ step, profileIds }, { confirm }) =>
      severalReplacements.take(step, profileIds, confirm),
    'replacements.saveTogether': ({ what, profileIds }, { files }) =>
      severalReplacements.save(what, profileIds, () =>
        files.chooseFolder({ title: what === 'request' ? 'Save the CSRs' : 'Save the certificates' }),
      ),
    'replacements.confirmTogether': ({ text }, { confirm }) => severalReplacements.confirmThumbprints(text, confirm),
    'replacements.markUploaded': ({ profileId }) => replacements.markUploaded(profileId),
    'replacements.skipConfirmation': ({ profileId }) => replacements.skipConfirmation(profileId),
    'replacements.tryOut': ({ profileId }) => replacements.tryOut(profileId),
    'replacements.switchOver': ({ profileId }, { confirm }) => replacements.switchOver(profileId, confirm),
    'replacements.goBack': ({ profileId }, { confirm }) => replacements.goBack(profileId, confirm),
    'replacements.retireOld': ({ profileId }, { confirm }) => replacements.retireOld(profileId, confirm),
    'replacements.markRemoved': ({ profileId }) => replacements.markRemoved(profileId),
    'replacements.end': ({ profileId }) => replacements.end(profileId),
  }
}
