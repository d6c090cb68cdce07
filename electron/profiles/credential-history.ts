import { isKeyDestroyed, type Certificate, type Credential } from '../../shared/model/credential/credential.ts'
import type { CredentialEvent } from '../../shared/model/credential/history.ts'
import type { Replacement } from '../../shared/model/credential/replacement.ts'

/** How many events a profile keeps; the oldest go first. */
const capacity = 2000

type WithoutInstant<E> = E extends CredentialEvent ? Omit<E, 'at'> : never

/** An event as it is told: whoever keeps it dates it. */
export type NewCredentialEvent = WithoutInstant<CredentialEvent>

/** A step that a change of a credential shows by itself. */
type ShownKind = Exclude<CredentialEvent['kind'], 'tried' | 'warned' | 'restored'>

/** What a credential is called in its history: its certificate's subject, else its CSR's common name, else its key. */
export function nameInHistory(credential: Credential): string {
  return (
    certificateOf(credential)?.subject ??
    credential.request?.subject.commonName ??
    `RSA key, ${credential.keySize} bits`
  )
}

/**
 * The events that lie between two states of a profile's credentials, in the order a person would tell them. Whatever
 * changes a credential is recorded here, so that no caller can forget it.
 * @param at ISO 8601 instant
 */
export function eventsBetween(
  before: readonly Credential[],
  after: readonly Credential[],
  at: string,
): CredentialEvent[] {
  const event = (credential: Credential, kind: ShownKind): CredentialEvent => ({
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
  // Who stops signing is told before who begins.
  return [
    ...steps.filter(({ kind }) => kind === 'deactivated'),
    ...steps.filter(({ kind }) => kind !== 'deactivated'),
    ...removed.map((credential) => event(credential, 'removed')),
  ]
}

/**
 * The trial that lies between two states of a replacement: none or one.
 * @param after a trial that was not made between the two is the same object as before
 * @param at ISO 8601 instant
 */
export function trialsBetween(
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

/** A history with new events at its end, and no longer than what is kept. */
export function continued(history: readonly CredentialEvent[], events: readonly CredentialEvent[]): CredentialEvent[] {
  return [...history, ...events].slice(-capacity)
}

/** The events that a credential's own dates tell: for credentials from before there was a history. */
export function eventsToldByDates(credential: Credential): CredentialEvent[] {
  const certificate = certificateOf(credential)
  const confirmation = 'confirmation' in credential ? credential.confirmation : undefined
  const dated: (readonly [string | undefined, ShownKind])[] = [
    [credential.createdAt, 'key-made'],
    [credential.request?.createdAt, 'csr-made'],
    [certificate?.importedAt, 'certificate-imported'],
    [confirmation?.confirmedAt, 'confirmed'],
    ['activatedAt' in credential ? credential.activatedAt : undefined, 'activated'],
    ['retiredAt' in credential ? credential.retiredAt : undefined, 'retired'],
  ]
  return dated.flatMap(([at, kind]) =>
    at === undefined
      ? []
      : [
          {
            at,
            credentialId: credential.id,
            credentialName: nameInHistory(credential),
            kind,
          } satisfies CredentialEvent,
        ],
  )
}

function stepsOf(before: Credential | undefined, after: Credential): ShownKind[] {
  if (before === undefined) return newcomerSteps(after)
  const kinds: ShownKind[] = []
  if (after.request !== undefined && after.request.pem !== before.request?.pem) kinds.push('csr-made')
  if (after.state === 'csr-exported' && before.state !== 'csr-exported') kinds.push('csr-saved')
  const [old, now] = [certificateOf(before), certificateOf(after)]
  if (now !== undefined && now.pem !== old?.pem) kinds.push('certificate-imported')
  else if (now !== undefined && old !== undefined && now.chain.length > old.chain.length) kinds.push('chain-completed')
  const confirmation = 'confirmation' in after ? after.confirmation : undefined
  const earlier = 'confirmation' in before ? before.confirmation : undefined
  if (confirmation !== undefined && confirmation.confirmedAt !== earlier?.confirmedAt) kinds.push('confirmed')
  if (after.state === 'active' && before.state !== 'active') kinds.push('activated')
  if (after.state === 'retired' && before.state !== 'retired') kinds.push('retired')
  else if (before.state === 'active' && after.state !== 'active') kinds.push('deactivated')
  const [hadKey, hasKey] = [!isKeyDestroyed(before), !isKeyDestroyed(after)]
  if (hadKey && !hasKey) kinds.push('key-destroyed')
  if (!hadKey && hasKey) kinds.push('key-restored')
  return kinds
}

function newcomerSteps(credential: Credential): ShownKind[] {
  const kinds: ShownKind[] = [certificateOf(credential) === undefined ? 'key-made' : 'certificate-with-key-imported']
  if (credential.request !== undefined) kinds.push('csr-made')
  if (credential.state === 'csr-exported') kinds.push('csr-saved')
  if (credential.state === 'active') kinds.push('activated')
  if (credential.state === 'retired') kinds.push('retired')
  return kinds
}

function certificateOf(credential: Credential): Certificate | undefined {
  return 'certificate' in credential ? credential.certificate : undefined
}
