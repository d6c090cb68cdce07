import type { HandlerContext } from '../handler-context.ts'
import type { HandlersOf } from '../ipc/answer-call.ts'

export function replacementHandlers({
  services: { replacements, severalReplacements },
  desktop: { dialogs },
  questions,
}: HandlerContext): HandlersOf<'replacements'> {
  return {
    'replacements.list': () => replacements.list(),
    'replacements.start': ({ profileId, keySize }) => replacements.start(profileId, keySize),
    'replacements.repeatRequest': ({ profileId }) => replacements.repeatRequest(profileId),
    'replacements.takeTogether': ({ step, profileIds }, { windowId }) =>
      severalReplacements.take(step, profileIds, questions.inWindow(windowId)),
    'replacements.saveTogether': ({ what, profileIds }, { windowId }) =>
      severalReplacements.save(what, profileIds, () =>
        dialogs.chooseFolder(windowId, { title: what === 'request' ? 'Save the CSRs' : 'Save the certificates' }),
      ),
    'replacements.confirmTogether': ({ text }, { windowId }) =>
      severalReplacements.confirmThumbprints(text, questions.inWindow(windowId)),
    'replacements.markUploaded': ({ profileId }) => replacements.markUploaded(profileId),
    'replacements.skipConfirmation': ({ profileId }) => replacements.skipConfirmation(profileId),
    'replacements.tryOut': ({ profileId }) => replacements.tryOut(profileId),
    'replacements.switchOver': ({ profileId }, { windowId }) =>
      replacements.switchOver(profileId, questions.inWindow(windowId)),
    'replacements.goBack': ({ profileId }, { windowId }) =>
      replacements.goBack(profileId, questions.inWindow(windowId)),
    'replacements.retireOld': ({ profileId }, { windowId }) =>
      replacements.retireOld(profileId, questions.inWindow(windowId)),
    'replacements.markRemoved': ({ profileId }) => replacements.markRemoved(profileId),
    'replacements.end': ({ profileId }) => replacements.end(profileId),
  }
}
