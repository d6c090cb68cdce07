import type { HandlersOf } from '../ipc/answer-call.ts'
import type { HandlerContext } from '../handler-context.ts'

/** Creates the handlers of calls for the app as a whole and the practice service. */
export function appHandlers({
  services,
  desktop,
  sendEvent,
  questions,
}: HandlerContext): HandlersOf<'app' | 'practice'> {
  const { settings, practice, expiry, updates, productionAccess } = services
  return {
    'app.info': () => ({ ...desktop.appInfo(), productionAccess, notices: [...desktop.notices()] }),
    'app.checkForUpdate': () => updates.check(desktop.appInfo().version),
    'app.settings': () => settings.read(),
    'app.changeSettings': async (changes, { windowId }) => {
      const changed = await settings.change(changes, questions.inWindow(windowId))
      desktop.applyTheme(changed.theme)
      sendEvent('app.settingsChanged', changed)
      await expiry.check()
      return changed
    },
    'app.takeCredentialToOpen': () => desktop.takeCredentialToOpen(),
    'app.copyText': ({ text }) => desktop.clipboard.copyText(text),
    'app.openExternal': ({ url }, { windowId }) => desktop.openExternal(windowId, url),

    'practice.state': () => practice.state(),
    'practice.start': () => practice.start(),
    'practice.stop': () => practice.stop(),
    'practice.setUp': () => practice.setUp(),
    'practice.tearDown': () => practice.tearDown(),
    'practice.setFaults': ({ faults }) => practice.setFaults(faults),
    'practice.setRecords': ({ records }) => practice.setRecords(records),
    'practice.setData': (data) => practice.setData(data),
  }
}
