import { ClavisError } from '#shared/errors.ts'

/**
 * Returns why the installed app doesn't start without Chromium's sandbox, if it was started so. An AppImage adds the switch
 * itself where the system allows no user namespaces.
 */
export function sandboxRefusal(hasSwitch: (name: string) => boolean): ClavisError | undefined {
  if (!hasSwitch('no-sandbox')) return undefined
  return new ClavisError('input-invalid', 'Clavis was started without Chromium’s sandbox, which protects your keys.', {
    hint: 'Start it as your own user and without --no-sandbox. If it is an AppImage, install the deb package instead, or have your administrator allow user namespaces for it.',
  })
}
