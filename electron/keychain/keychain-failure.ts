import { ClavisError, type ErrorCode } from '../../shared/model/errors/error.ts'

/** What the platform's keychain is called. */
export const platformKeychainNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
}

interface Rule {
  readonly pattern: RegExp
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

/** Texts of Security.framework's results (`SecCopyErrorMessageString`) that call for something else than “try again”. */
const macRules: readonly Rule[] = [
  {
    pattern: /user canceled|usercanceled|-128\b/iu,
    code: 'keychain-denied',
    message: 'The macOS Keychain asked for permission and it was not given.',
    hint: 'Try again and choose “Always Allow” when macOS asks.',
  },
  {
    pattern: /interaction is not allowed|-25308\b/iu,
    code: 'keychain-locked',
    message: 'The macOS Keychain is locked and cannot ask for its password here.',
    hint: 'Over SSH run security unlock-keychain first; otherwise unlock the login keychain in Keychain Access.',
  },
  {
    pattern: /passphrase you entered is not correct|authorization.*(?:denied|failed)|-25293\b/iu,
    code: 'keychain-denied',
    message: 'The macOS Keychain refused access to Clavis’s entry.',
    hint: 'Unlock the login keychain in Keychain Access, try again, and choose “Always Allow” when macOS asks.',
  },
  {
    pattern: /keychain could not be found|default keychain|-25307\b|-25294\b/iu,
    code: 'keychain-unavailable',
    message: 'There is no macOS login keychain for this user.',
    hint: 'Make one in Keychain Access (File, New Keychain) or log in to the desktop once, and try again.',
  },
]

const windowsRules: readonly Rule[] = [
  {
    // FormatMessage answers in the system's language; the English text is the one that can be told apart.
    pattern: /logon session does not exist/iu,
    code: 'keychain-unavailable',
    message: 'The Windows Credential Manager is not available in this kind of logon session.',
    hint: 'Log on to the desktop, or run Clavis under a user whose profile is loaded (not over a network logon).',
  },
]

/**
 * What a failed call of the native keychain library means (macOS, Windows). Its texts come from the system and hold no
 * secret.
 */
export function keychainFailure(error: unknown, platform: NodeJS.Platform): ClavisError {
  const text = error instanceof Error ? error.message : String(error)
  const rules = platform === 'darwin' ? macRules : windowsRules
  const rule = rules.find(({ pattern }) => pattern.test(text))
  if (rule !== undefined) return new ClavisError(rule.code, rule.message, { hint: rule.hint, cause: error })
  return new ClavisError('keychain-unavailable', `The system’s keychain failed: ${text.trim()}`, {
    hint: 'Log out and in again, and try once more. Nothing was changed.',
    cause: error,
  })
}
