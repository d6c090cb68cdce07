import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'
import type { WindowQuestions } from '../window-questions.ts'

type ReplacementCalls = Extract<keyof CallHandlers, `replacements.${string}`>

/** Creates the handlers of calls that replace a credential step by step. */
export function replacementHandlers(
  { replacements }: Services,
  { dialogs }: Desktop,
  questions: WindowQuestions,
): Pick<CallHandlers, ReplacementCalls> {
  return {
    'replacements.list': () => replacements.list(),
    'replacements.start': ({ profileId, keySize }) => replacements.start(profileId, keySize),
    'replacements.suggestRequest': ({ profileId }) => replacements.suggestRequest(profileId),
    'replacements.repeatRequests': ({ profileIds }) => replacements.repeatRequests(profileIds),
    'replacements.saveRequests': ({ profileIds }, { windowId }) =>
      replacements.saveRequests(profileIds, () => dialogs.chooseFolder(windowId, { title: 'Save the CSRs' })),
    'replacements.markUploaded': ({ profileId }) => replacements.markUploaded(profileId),
    'replacements.skipConfirmation': ({ profileId }) => replacements.skipConfirmation(profileId),
    'replacements.tryOut': ({ profileId }) => replacements.tryOut(profileId),
    'replacements.switchOver': ({ profileId }, { windowId }) =>
      replacements.switchOver(profileId, questions.inWindow(windowId)),
    'replacements.goBack': ({ profileId }, { windowId }) =>
      replacements.goBack(profileId, questions.inWindow(windowId)),
    'replacements.retireOld': ({ profileId }, { windowId }) =>
      replacements.retireOld(profileId, questions.inWindow(windowId)),
    'replacements.end': ({ profileId }) => replacements.end(profileId),
  }
}
