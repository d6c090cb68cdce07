import { certificateOf, confirmationOf } from '#shared/credentials/credential-parts.ts'
import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import type { CredentialEvent } from '#shared/credentials/history.ts'
import type { Replacement } from '#shared/replacements/replacement.ts'
import type { StoredProfile } from './stored-profile.ts'

/** Maximum events of a profile; the oldest are dropped first. */
const capacity = 2000

type WithoutInstant<E> = E extends CredentialEvent ? Omit<E, 'at'> : never

/** An event without its time, which the profile store adds. */
export type NewCredentialEvent = WithoutInstant<CredentialEvent>

/** Events that can be derived from a change of a credential. */
type DerivedKind = Exclude<CredentialEvent['kind'], 'tried' | 'warned' | 'restored'>

/** Returns a credential's name in its history: its certificate's subject, else its CSR's common name, else its key. */
export function nameInHistory(credential: Credential): string {
  return (
    certificateOf(credential)?.subject ??
    credential.request?.subject.commonName ??
    `RSA key, ${credential.keySize} bits`
  )
}

/**
 * Derives the events between two states of a profile's credentials, in reading order. Every change passes here, so no
 * caller can forget to record one.
 * @param at ISO 8601 instant
 */
export function eventsBetween(
  before: readonly Credential[],
  after: readonly Credential[],
  at: string,
): CredentialEvent[] {
  const event = (credential: Credential, kind: DerivedKind): CredentialEvent => ({
    at,
    credentialId: credential.id,
    credentialName: nameInHistory(credential),
    kind,
  })
  const steps = after.flatMap((credential) => {
    const earlier = before.find(({ id }) => id === credential.id)
    return stepsOf(earlier, credential).map((kind) => event(credential, kind))
  })
  const removed = before.filter(({ id }) => after.every((each) => each.id !== id))
  // List the deactivation before the activation.
  return [
    ...steps.filter(({ kind }) => kind === 'deactivated'),
    ...steps.filter(({ kind }) => kind !== 'deactivated'),
    ...removed.map((credential) => event(credential, 'removed')),
  ]
}

/**
 * Derives the test between two states of a replacement: none or one.
 * @param after its trial is the same object as before if there was no new test
 * @param at ISO 8601 instant
 */
function trialsBetween(
  before: Replacement | undefined,
  after: Replacement,
  credentials: readonly Credential[],
  at: string,
): CredentialEvent[] {
  const { trial, newCredentialId } = after
  const credential = credentials.find(({ id }) => id === newCredentialId)
  if (trial === undefined || trial === before?.trial || credential === undefined) return []
  return [
    {
      at,
      credentialId: newCredentialId,
      credentialName: nameInHistory(credential),
      kind: 'tried',
      ...(trial.kind === 'failed' ? { failure: trial.code } : {}),
    },
  ]
}

/** Replaces a profile's credentials. @param before events to record before those of the change; `at` is their time too */
export function withCredentials(
  stored: StoredProfile,
  credentials: Credential[],
  at: string,
  before: readonly NewCredentialEvent[] = [],
): StoredProfile {
  const events = [...before.map((event) => ({ ...event, at })), ...eventsBetween(stored.credentials, credentials, at)]
  return withEvents({ ...stored, credentials }, events)
}

/** Replaces a profile's replacement, or removes it, and records a test. */
export function withReplacement(
  { replacement: before, ...rest }: StoredProfile,
  after: Replacement | undefined,
  at: string,
): StoredProfile {
  if (after === undefined) return rest
  return withEvents({ ...rest, replacement: after }, trialsBetween(before, after, rest.credentials, at))
}

export function withEvents(stored: StoredProfile, events: readonly CredentialEvent[]): StoredProfile {
  return { ...stored, history: appendEvents(stored.history, events) }
}

/** Appends events to a history and drops the oldest beyond the maximum. */
export function appendEvents(
  history: readonly CredentialEvent[],
  events: readonly CredentialEvent[],
): CredentialEvent[] {
  return [...history, ...events].slice(-capacity)
}

function stepsOf(before: Credential | undefined, after: Credential): DerivedKind[] {
  if (before === undefined) return stepsOfNew(after)
  const kinds: DerivedKind[] = []
  if (after.request !== undefined && after.request.pem !== before.request?.pem) kinds.push('csr-made')
  if (after.state === 'csr-exported' && before.state !== 'csr-exported') kinds.push('csr-saved')
  const [old, now] = [certificateOf(before), certificateOf(after)]
  if (now !== undefined && now.pem !== old?.pem) kinds.push('certificate-imported')
  else if (now !== undefined && old !== undefined && now.chain.length > old.chain.length) kinds.push('chain-completed')
  const confirmation = confirmationOf(after)
  if (confirmation !== undefined && confirmation.confirmedAt !== confirmationOf(before)?.confirmedAt)
    kinds.push('confirmed')
  if (after.state === 'active' && before.state !== 'active') kinds.push('activated')
  if (after.state === 'retired' && before.state !== 'retired') kinds.push('retired')
  else if (before.state === 'active' && after.state !== 'active') kinds.push('deactivated')
  const [hadKey, hasKey] = [!isKeyDestroyed(before), !isKeyDestroyed(after)]
  if (hadKey && !hasKey) kinds.push('key-destroyed')
  if (!hadKey && hasKey) kinds.push('key-restored')
  return kinds
}

function stepsOfNew(credential: Credential): DerivedKind[] {
  const kinds: DerivedKind[] = [certificateOf(credential) === undefined ? 'key-made' : 'certificate-with-key-imported']
  if (credential.request !== undefined) kinds.push('csr-made')
  if (credential.state === 'csr-exported') kinds.push('csr-saved')
  if (credential.state === 'active') kinds.push('activated')
  if (credential.state === 'retired') kinds.push('retired')
  return kinds
}
