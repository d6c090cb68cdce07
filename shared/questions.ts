import { certificateOf, confirmationOf } from './credentials/credential-parts.ts'
import type { Credential } from './credentials/credential.ts'
import { validityOf } from './expiry/expiry.ts'
import type { Profile } from './profiles/profile.ts'
import { localDay } from './values/local-day.ts'
import { visibleLine } from './values/visible-text.ts'

// What a question is, and those that are asked in every environment: for Production by main, in a dialog that no page can draw or
// answer, else by the page (decision 060). Main alone asks those of electron/profiles/guards/confirmation-messages.ts. Text from
// a page, a file or a certificate goes through `visibleLine`, so that it cannot imitate a line of the question. Days are of a
// time zone by its IANA name, the computer's by default.

/** A question before something is changed or deleted. A dialog of main, the page or the terminal draws it. */
export interface Confirmation {
  /** Names of the affected profiles or keys. The command line requires each of them (`--confirm NAME`). */
  readonly names: readonly string[]
  /** The question, e.g. `Delete “Acme”?` */
  readonly message: string
  /** The consequences, one line each, e.g. `Token URL: auth.example.com → other.example.com` */
  readonly details: readonly string[]
  /** The button that confirms, e.g. `Delete profile` */
  readonly action: string
}

export interface Named {
  readonly name: string
}

type AskedProfile = Pick<Profile, 'name' | 'environment'>

/** Maximum lines of one kind, such as added CAs, in a question. */
export const maxLinesOfKind = 5

const maxNames = 20

/** Makes a question that names profiles before its details. */
export function question(
  about: Named | readonly Named[],
  message: string,
  details: readonly string[],
  action: string,
): Confirmation {
  const names = [about].flat().map(({ name }) => name)
  return { names, message, details: [...nameLines(names), ...details], action }
}

/** Names profiles in a question, each on a line of its own: a name could close a quotation and continue the sentence. */
export function nameLines(names: readonly string[]): string[] {
  return inShort(
    names.map((name) => `Profile: ${visibleLine(name)}`),
    maxNames,
  )
}

/** Shortens a list of lines: a long one would push the rest of a question out of its dialog. */
export function inShort(lines: readonly string[], max = maxLinesOfKind): string[] {
  const shown = lines.slice(0, max)
  return lines.length > shown.length ? [...shown, `    and ${lines.length - shown.length} more`] : shown
}

/** Asks before a profile is deleted. @param destroySecrets whether its keys and secrets are deleted, too */
export function deleteProfileQuestion(
  profile: AskedProfile & Pick<Profile, 'flavor'>,
  { destroySecrets }: { readonly destroySecrets: boolean },
): Confirmation {
  const deleted = [
    'Its private keys and secrets are deleted from the keychain and can’t be recovered.',
    ...(profile.flavor === 'basic' ? [] : ['Certificates for these keys can no longer be used.']),
  ]
  return question(
    profile,
    `Delete ${profile.environment === 'production' ? 'a Production profile' : 'this profile'}?`,
    [
      'This permanently deletes the profile’s settings, CSRs and certificates.',
      destroySecrets ? deleted.join(' ') : 'Its private keys and secrets stay in the keychain.',
    ],
    'Delete profile',
  )
}

/** Why another credential is activated: by itself, or as a step of a replacement. */
export type Activation = 'activate' | 'switch' | 'roll-back'

export const activations: Readonly<
  Record<Activation, { readonly ask: string; readonly effect: string; readonly action: string }>
> = {
  activate: {
    ask: 'Activate this credential',
    effect: 'New tokens use it; running requests are unaffected.',
    action: 'Activate credential',
  },
  switch: {
    ask: 'Switch to the new key',
    effect:
      'New tokens use the new key; running requests are unaffected. The old credential stays, so you can roll back.',
    action: 'Switch',
  },
  'roll-back': {
    ask: 'Roll back to the old key',
    effect: 'New tokens use the old key again. Test the new key again before you switch.',
    action: 'Roll back',
  },
}

/** Asks before a credential is activated. @param credentials all of the profile */
export function activateQuestion(
  profile: AskedProfile,
  next: Credential,
  credentials: readonly Credential[],
  activation: Activation,
  timeZone?: string,
): Confirmation {
  const { ask, effect, action } = activations[activation]
  const active = activeOf(credentials)
  return question(
    profile,
    `${ask}${ofProduction(profile)}?`,
    [
      `Active now: ${described(active, timeZone)}`,
      `To activate: ${described(next, timeZone)}`,
      ...(activation === 'switch' ? ['The service accepted it in a test.'] : []),
      effect,
      ...(activation === 'activate' && active !== undefined ? ['The active one is kept, so you can switch back.'] : []),
      ...keyIdLines(next, activation),
    ],
    action,
  )
}

/** What retiring means, of one credential or of several. */
export const retiredForGood =
  'A retired credential can’t be activated again. Its key stays in the keychain until you delete it.'

/** Asks before a credential is retired. @param credentials all of the profile */
export function retireQuestion(
  profile: AskedProfile,
  credential: Credential,
  credentials: readonly Credential[],
  timeZone?: string,
): Confirmation {
  const isActive = credential.state === 'active'
  return question(
    profile,
    `Retire this credential${ofProduction(profile)}?`,
    [
      described(credential, timeZone),
      isActive
        ? 'It is active: this profile can’t request tokens until you activate another credential.'
        : `Active now: ${described(activeOf(credentials), timeZone)}`,
      retiredForGood,
    ],
    'Retire credential',
  )
}

/** Asks before the key of a retired credential is deleted. */
export function deleteKeyQuestion(profile: AskedProfile, credential: Credential, timeZone?: string): Confirmation {
  return question(
    profile,
    `Delete the private key${ofProduction(profile)}?`,
    [
      described(credential, timeZone),
      'This permanently deletes the key from the keychain. The credential and its history stay.',
    ],
    'Delete key',
  )
}

/** Asks before the password of a profile’s own proxy is removed. */
export function removeProxyPasswordQuestion(profile: AskedProfile): Confirmation {
  return question(
    profile,
    `Remove the proxy password${ofProduction(profile)}?`,
    ['This permanently deletes it from the keychain.'],
    'Remove password',
  )
}

/**
 * Asks before a credential is removed.
 * @param destroyKey whether its key is deleted, too
 * @param now milliseconds since the epoch
 */
export function removeCredentialQuestion(
  profile: AskedProfile,
  credential: Credential,
  { destroyKey, now }: { readonly destroyKey: boolean; readonly now: number },
  timeZone?: string,
): Confirmation {
  const certificate = certificateOf(credential)
  const isValid = certificate !== undefined && Date.parse(certificate.notAfter) >= now
  const parts = [...(credential.request ? ['CSR'] : []), ...(certificate ? ['certificate'] : [])]
  const removed = parts.length === 0 ? '' : ` with its ${parts.join(' and ')}`
  const withoutKey = isValid
    ? 'Its certificate is still valid, but can’t be used without the key.'
    : 'Certificates for this key can’t be used without it.'
  return question(
    profile,
    `Remove this credential${ofProduction(profile)}?`,
    [
      described(credential, timeZone),
      `This removes the credential${removed} from the profile.`,
      destroyKey
        ? `Its private key is permanently deleted from the keychain. ${withoutKey}`
        : 'Its private key stays in the keychain, but Clavis no longer uses it.',
    ],
    'Remove credential',
  )
}

/** Describes a credential by its certificate's subject, expiry date and the start of its thumbprint. */
export function described(credential: Credential | undefined, timeZone: string | undefined): string {
  if (credential === undefined) return 'none'
  const certificate = certificateOf(credential)
  if (certificate === undefined) return `Key created on ${localDay(credential.createdAt, timeZone)}, no certificate`
  const { subject, thumbprint } = certificate
  return `${visibleLine(subject)}, expires ${localDay(validityOf(certificate).notAfter, timeZone)}, SHA-1 ${thumbprint.sha1.slice(0, 16)}…`
}

function keyIdLines(credential: Credential, activation: Activation): string[] {
  const thumbprint = confirmationOf(credential)?.thumbprint
  const risk = activation === 'activate' ? ' If the portal doesn’t have this certificate, token requests fail.' : ''
  if (thumbprint === undefined) return [`It isn’t confirmed with the portal.${risk}`]
  return thumbprint === certificateOf(credential)?.thumbprint.sha1 ? [] : [`Key ID (kid): ${visibleLine(thumbprint)}`]
}

function activeOf(credentials: readonly Credential[]): Credential | undefined {
  return credentials.find(({ state }) => state === 'active')
}

/** Says that a question is about Production: main's dialog has no other mark. */
function ofProduction({ environment }: AskedProfile): string {
  return environment === 'production' ? ' of a Production profile' : ''
}
