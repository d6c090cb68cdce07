/** The name of the packaged app for end-to-end tests, which is never installed. */
export const testVariantName = 'Clavis E2E'

/**
 * Returns whether tools may look into the app: from a checkout, and in the variant for tests. A debugger would read every secret
 * of the main process, and DevTools would make any call of the page.
 */
export function mayBeDebugged({ isPackaged, name }: { readonly isPackaged: boolean; readonly name: string }): boolean {
  return !isPackaged || name === testVariantName
}

/** Switches that open the app to a debugger. Of the inspector's, the binary's fuses would ignore all anyway. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
] as const

/** Returns the message that refuses a start, if there is a switch that opens the app to a debugger. */
export function debuggingRefusal(hasSwitch: (name: string) => boolean): string | undefined {
  const found = debuggingSwitches.find(hasSwitch)
  return found && `clavis: input-invalid: --${found} is not available in the installed app.\nStart Clavis without it.\n`
}
