import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { originLine } from '#shared/credentials/recovery-messages.ts'
import type { KeyRecord } from '#shared/credentials/recovery.ts'
import { urgentDays } from '#shared/expiry/expiry.ts'
import { maxNeededPages } from '#shared/lists/load-need.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import { listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import {
  activations,
  described,
  nameLines,
  question,
  retiredForGood,
  type Confirmation,
  type Named,
} from '#shared/questions.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import type { WatchSchedule } from '#shared/watches/watch.ts'
import { describeOutdatedSecrets } from '../outdated-secrets.ts'
import { guardedChanges } from '../setting-changes.ts'
import { originOf, shownAddress, shownAddresses } from '../shown-value.ts'

// Questions that main alone asks. Those of shared/questions.ts are asked outside Production, too, by the page.

/** Asks before the settings of a Production profile change. @param changes one line each */
export function changeProfileQuestion(
  profile: Named & { readonly environment: Environment },
  changes: readonly string[],
): Confirmation {
  const message =
    profile.environment === 'production' ? 'Change a Production profile?' : 'Turn a profile into a Production profile?'
  return question(profile, message, changes, 'Save changes')
}

/** Asks once before the settings of several Production profiles change. @param questions one for each */
export function changeProfilesQuestion(questions: readonly Confirmation[]): Confirmation {
  return {
    names: questions.flatMap(({ names }) => names),
    message: `Change ${questions.length} Production profiles?`,
    details: questions.flatMap(({ details: [name = '', ...lines] }) => [name, ...lines.map((line) => `    ${line}`)]),
    action: 'Save changes',
  }
}

/** Asks before an active credential sends another spelling of its thumbprint. */
export function keyIdQuestion(profile: Named, before: string, after: string): Confirmation {
  return question(
    profile,
    'Change the key ID that a Production profile sends?',
    [
      `Key ID (kid): ${visibleLine(before)} → ${visibleLine(after)}`,
      'The service refuses a spelling that it does not expect.',
    ],
    'Change key ID',
  )
}

/** Asks before a Production list is loaded as far as an answer needs. */
export function neededLoadQuestion(profile: Named, list: ListName): Confirmation {
  return question(
    profile,
    `Load ${listTitles[list].toLowerCase()} of a Production profile?`,
    [
      `Up to ${maxNeededPages} requests, one after the other. You can stop at any time.`,
      'Only reads; changes nothing at the service.',
    ],
    'Load records',
  )
}

/** Asks before a Production list is loaded by a schedule. */
export function watchQuestion(profile: Named, list: ListName, schedule: WatchSchedule): Confirmation {
  return question(
    profile,
    `Watch ${listTitles[list].toLowerCase()} of a Production profile?`,
    [
      `Clavis loads the whole list ${scheduleWords(schedule)} while it runs, also in the tray, with the profile’s token.`,
      'Only reads; changes nothing at the service.',
    ],
    'Watch list',
  )
}

/** Asks before a watched list of Production warns less. @param lines what changes, one each */
export function watchSilenceQuestion(profile: Named, lines: readonly string[]): Confirmation {
  return question(profile, 'Silence a watched list of a Production profile?', lines, 'Silence warnings')
}

/** Asks before a program calls Production through the local address. @param minutes how long the answer counts */
export function localProgramQuestion(
  profile: Named,
  { name, path, pid }: { readonly name: string; readonly path?: string; readonly pid?: number },
  minutes: number,
): Confirmation {
  return question(
    profile,
    'Let a program call a Production profile?',
    [
      path === undefined
        ? `Program: ${visibleLine(name)}. The system doesn’t say which; the answer is for all such programs.`
        : `Program: ${visibleLine(path)}${pid === undefined ? '' : ` (process ${pid})`}`,
      `It sends requests through the local address, with the profile’s token, for ${minutes} minutes.`,
    ],
    'Let it call',
  )
}

/** Asks before every program of this user may call Production through a local address. */
export function localAddressQuestion(profile: Named): Confirmation {
  return question(
    profile,
    'Let programs call a Production profile?',
    [
      'Every program that runs as you can send requests through the local address, with the profile’s token, until it closes.',
    ],
    'Let them call',
  )
}

/** Asks before a key whose certificate is known signs another CSR. */
export function requestQuestion(
  profile: Named,
  credential: Credential,
  subject: string,
  timeZone?: string,
): Confirmation {
  return question(
    profile,
    'Sign a new CSR with a key of a Production profile?',
    [described(credential, timeZone), `CSR for: ${visibleLine(subject)}`],
    'Sign CSR',
  )
}

/** Asks once before the replacements of several Production profiles go a step further, or back. */
export function severalQuestion(step: 'switch' | 'roll-back' | 'retire', names: readonly string[]): Confirmation {
  const isOne = names.length === 1
  const profiles = isOne ? '1 Production profile' : `${names.length} Production profiles`
  const credentials = (which: string): string =>
    `${isOne ? 'its' : 'their'} ${which} ${isOne ? 'credential' : 'credentials'}`
  const list = nameLines(names)
  if (step === 'retire')
    return {
      names,
      message: `Retire the old ${isOne ? 'credential' : 'credentials'} of ${profiles}?`,
      details: [...list, retiredForGood],
      action: 'Retire',
    }
  const { effect, action } = activations[step]
  const message =
    step === 'switch'
      ? `Switch ${profiles} to ${credentials('new')}?`
      : `Roll ${profiles} back to ${credentials('old')}?`
  return { names, message, details: [...list, effect], action }
}

/** Asks before a secret is replaced. @param secret e.g. `client secret` */
export function replaceSecretQuestion(profile: Named, secret: string): Confirmation {
  return question(
    profile,
    `Replace the ${secret} of a Production profile?`,
    ['The current one is permanently deleted from the keychain.'],
    'Replace',
  )
}

/** Asks before Production profiles are added or replaced from a backup. @param profiles with details, one line each */
export function restoreQuestion(
  profiles: readonly (Named & { readonly kind: 'add' | 'replace'; readonly details: readonly string[] })[],
): Confirmation {
  const isAll = (kind: 'add' | 'replace'): boolean => profiles.every((each) => each.kind === kind)
  const action = isAll('add') ? 'Add' : isAll('replace') ? 'Replace' : 'Restore'
  return {
    names: profiles.map(({ name }) => name),
    message: `${action} ${productionProfiles(profiles)} from the backup?`,
    details: profiles.flatMap(({ name, kind, details }) => [
      ...nameLines([name]),
      kind === 'add'
        ? '    Added with the settings, credentials and secrets of the backup.'
        : '    Settings, credentials and secrets are replaced.',
      ...details.map((line) => `    ${line}`),
    ]),
    action,
  }
}

/** Asks before private keys and secrets of Production profiles are written to a file. */
export function exportKeysQuestion(profiles: readonly Named[]): Confirmation {
  const warning = 'Anyone with the file and its passphrase can act as these clients.'
  return question(profiles, `Write the keys of ${productionProfiles(profiles)} to a file?`, [warning], 'Back up keys')
}

function productionProfiles({ length }: readonly Named[]): string {
  return length === 1 ? 'a Production profile' : `${length} Production profiles`
}

/** Asks before warnings are sent to another address. @param before the current one; empty if there is none */
export function webhookQuestion(address: string, before: string): Confirmation {
  return {
    names: [],
    message: `Send expiry warnings to ${shownAddress(originOf(address) ?? address)}?`,
    details: [`Webhook: ${shownAddresses(before, address)}`, 'Warnings name your profiles and their certificates.'],
    action: 'Save webhook',
  }
}

/** Asks before Production profiles lose warnings. @param details what changes, one line each */
export function silenceQuestion(profiles: readonly Named[], details: readonly string[]): Confirmation {
  const rest = `In the last ${urgentDays} days before expiry, the banner in the window always warns.`
  const message = `Silence expiry warnings of ${productionProfiles(profiles)}?`
  return question(profiles, message, [...details, rest], 'Silence warnings')
}

/** Describes the warnings that a change takes away; nothing if it takes none. @param before days before expiry */
export function lostThresholds(before: readonly number[] = [], after: readonly number[] = []): string[] {
  const lost = before.filter((days) => !after.includes(days))
  return lost.length === 0 ? [] : [`No warning ${lost.join(', ')} days before expiry`]
}

/**
 * Asks before trusted CAs and proxies of a file are kept, and what local addresses may send.
 * @param network the distinct CAs and proxies, one line each
 * @param methods besides GET and HEAD
 */
export function importNetworkQuestion(
  verb: 'Import' | 'Restore',
  names: readonly string[],
  network: readonly string[],
  methods: readonly string[],
): Confirmation {
  const what = network.length === 0 ? 'local methods' : 'CAs and proxies'
  return {
    names,
    message: `${verb} profiles with their own ${network.length === 0 ? what : 'trusted CAs and proxies'}?`,
    details: [
      ...network.map(visibleLine),
      ...(network.length === 0 ? [] : ['They can read everything these profiles send, including secrets and tokens.']),
      ...(methods.length === 0 ? [] : [`Programs may send through the local address: ${methods.join(', ')}`]),
    ],
    action: `${verb} with ${what}`,
  }
}

/** Describes which credential signs for a profile before and after it is replaced, one line each. @param before none for a new one */
export function signingLines(
  before: readonly Credential[] | undefined,
  after: readonly Credential[],
  timeZone?: string,
): string[] {
  const activeOf = (all: readonly Credential[] = []): Credential | undefined =>
    all.find(({ state }) => state === 'active')
  const [was, is] = [activeOf(before), activeOf(after)]
  const [issuedBefore, issuedAfter] = [was, is].map((each) => Date.parse(certificateOf(each)?.notBefore ?? ''))
  return [
    ...(before === undefined ? [] : [`Active now: ${described(was, timeZone)}`]),
    was?.id === is?.id && before !== undefined ? 'It stays active.' : `Active afterwards: ${described(is, timeZone)}`,
    ...((issuedAfter ?? NaN) < (issuedBefore ?? NaN) ? ['An older certificate becomes active.'] : []),
  ]
}

export function deleteUnassignedKeyQuestion({ keyId, profile, origin }: KeyRecord): Confirmation {
  const name = profile?.name ?? origin?.profileName
  return {
    names: [keyId],
    message: 'Delete this private key?',
    details: [
      `Key: ${keyId}`,
      ...nameLines(name === undefined ? [] : [name]),
      'It is permanently deleted from the keychain. Certificates issued for it can no longer be used.',
      'Another data folder on this computer may still use it; Clavis can’t check that.',
    ],
    action: 'Delete key',
  }
}

export function attachKeyQuestion(
  { name, environment }: Pick<Profile, 'name' | 'environment'>,
  { keyId, origin }: KeyRecord,
  timeZone?: string,
): Confirmation {
  return {
    names: [name],
    message: `Attach a private key to a ${environment === 'production' ? 'Production profile' : 'profile'}?`,
    details: [
      ...nameLines([name]),
      `Key: ${keyId}`,
      origin === undefined
        ? 'Clavis doesn’t know which profile it belonged to.'
        : visibleLine(originLine(origin, timeZone)),
      'It becomes a credential of the profile and is not used until you activate it.',
    ],
    action: 'Attach key',
  }
}

export function clearActivityQuestion(): Confirmation {
  return {
    names: [],
    message: 'Clear the log of all requests?',
    details: ['This permanently deletes the requests and uses of keys of all profiles from the log, also on disk.'],
    action: 'Clear the log',
  }
}

/**
 * Returns the question before settings of a Production profile change, or before a profile becomes one; undefined if none
 * is needed. Harmless settings never need one; keys and secrets do not matter.
 * @param others what else changes, one line each
 */
export function questionForChange(
  before: Profile,
  after: ProfileSettings,
  others: readonly string[] = [],
): Confirmation | undefined {
  if (before.environment !== 'production' && after.environment !== 'production') return undefined
  const changes = [...guardedChanges(before, after), ...others]
  if (changes.length === 0) return undefined
  return changeProfileQuestion(before, [...changes, ...describeOutdatedSecrets(before, after)])
}
