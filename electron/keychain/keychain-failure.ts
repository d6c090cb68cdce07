import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { remedyWithoutBus, type DesktopRemedy, type KeychainRemedy } from './desktop-remedy.ts'

interface Rule {
  readonly pattern: RegExp
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

/** Texts of Security.framework (`SecCopyErrorMessageString`) that need other advice than “try again”. */
const macRules: readonly Rule[] = [
  {
    pattern: /user canceled|usercanceled|-128\b/iu,
    code: 'keychain-denied',
    message: 'Access to the macOS Keychain was denied.',
    hint: 'Try again and choose “Always Allow” when macOS asks.',
  },
  {
    pattern: /interaction is not allowed|-25308\b/iu,
    code: 'keychain-locked',
    message: 'The macOS Keychain is locked and can’t show a password prompt here.',
    hint: 'Unlock the login keychain in Keychain Access. Over SSH, run: security unlock-keychain',
  },
  {
    pattern: /passphrase you entered is not correct|authorization.*(?:denied|failed)|-25293\b/iu,
    code: 'keychain-denied',
    message: 'The macOS Keychain refused access to this entry.',
    hint: 'Unlock the login keychain in Keychain Access, try again, and choose “Always Allow” when macOS asks.',
  },
  {
    pattern: /keychain could not be found|default keychain|-25307\b|-25294\b/iu,
    code: 'keychain-unavailable',
    message: 'This user has no macOS login keychain.',
    hint: 'Log in to the desktop once, or create one in Keychain Access (File > New Keychain). Then try again.',
  },
]

const windowsRules: readonly Rule[] = [
  {
    // FormatMessage returns the system's language; only the English text can be recognized.
    pattern: /logon session does not exist/iu,
    code: 'keychain-unavailable',
    message: 'Windows Credential Manager is not available in this logon session.',
    hint: 'Sign in to the desktop, or run Clavis as a user whose profile is loaded (not over a network logon).',
  },
]

/**
 * Maps a failed call of the native keychain library (macOS, Windows) to an error. Its texts come from the system and
 * contain no secrets.
 */
export function keychainFailure(error: unknown, platform: NodeJS.Platform): ClavisError {
  const text = error instanceof Error ? error.message : String(error)
  const rules = platform === 'darwin' ? macRules : windowsRules
  const rule = rules.find(({ pattern }) => pattern.test(text))
  if (rule !== undefined) return new ClavisError(rule.code, rule.message, { hint: rule.hint, cause: error })
  return new ClavisError('keychain-unavailable', `Keychain error: ${text.trim()}`, {
    hint: 'Log out, log in and try again. Nothing was changed.',
    cause: error,
  })
}

/** Maps a failed call of keytar on Linux to an error. @param text of libsecret or D-Bus; it contains no secret */
export function linuxKeychainFailure(text: string, remedy: DesktopRemedy): ClavisError {
  const failure = (code: ErrorCode, message: string, advice: KeychainRemedy): ClavisError =>
    new ClavisError(code, message, { ...advice, cause: new Error(text) })
  if (/autolaunch|dbus-launch|could not connect|connection (?:is closed|refused)/iu.test(text))
    return failure(
      'keychain-unavailable',
      'The keychain can’t be reached: this process has no D-Bus session.',
      remedyWithoutBus,
    )
  if (/not provided by any \.service files|ServiceUnknown/u.test(text))
    return failure(
      'keychain-unavailable',
      'This session has no keychain: no Secret Service is running.',
      remedy.missing,
    )
  if (/\blocked\b|IsLocked/u.test(text)) return failure('keychain-locked', 'The keychain is locked.', remedy.locked)
  if (/dismissed|cancell?ed/iu.test(text))
    return failure('keychain-denied', 'Access to the keychain was denied.', { hint: 'Try again and allow access.' })
  if (text.includes('Object does not exist'))
    return failure('keychain-unavailable', 'The keychain has no keyring: it was deleted, or never created.', {
      hint: 'Create one in the keychain’s app, such as “Passwords and Keys”, and make it the default, or log out and in again. Then try again.',
    })
  if (/libsecret-1\.so/u.test(text))
    return failure('keychain-unavailable', 'The keychain library needs libsecret, which is not installed.', {
      hint: 'Install it with this command (Debian, Ubuntu) and try again.',
      command: 'sudo apt install libsecret-1-0',
    })
  return failure('keychain-unavailable', `Keychain error: ${text.trim()}`, {
    hint: 'Restart the keychain, or log out and in, and try again.',
  })
}
