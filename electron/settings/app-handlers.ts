import { ClavisError } from '#shared/errors.ts'
import { requireAsSaved } from '../files/saved-file.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function appHandlers({ services, desktop, sendEvent, savedFiles }: HandlerContext): HandlersOf<'app'> {
  const { settings, expiry, updates, productionAccess } = services
  return {
    'app.info': () => ({ ...desktop.appInfo(), productionAccess, notices: [...desktop.notices()] }),
    'app.checkForUpdate': () => updates.check(desktop.appInfo().version),
    'app.settings': () => settings.read(),
    'app.changeSettings': async (changes, { confirm }) => {
      const changed = await settings.change(changes, confirm)
      desktop.applyTheme(changed.theme)
      sendEvent('app.settingsChanged', changed)
      await expiry.check()
      return changed
    },
    'app.takePlaceToOpen': () => desktop.takePlaceToOpen(),
    'app.copyText': ({ text, html }) => desktop.clipboard.copyText(text, html),
    'app.openExternal': ({ url }, { id }) => desktop.openExternal(id, url),
    'app.openSavedFile': async ({ fileId }, { id }) => {
      const file = savedFiles.take(id, fileId)
      if (!file.canOpen) throw new ClavisError('call-refused', 'Clavis doesn’t open files of this kind.')
      await requireAsSaved(file)
      await desktop.openFile(file.path)
    },
    'app.showSavedFile': ({ fileId }, { id }) => desktop.showInFolder(savedFiles.take(id, fileId).path),
  }
}
