import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { Listeners } from '../events.ts'
import { secretStateOf, type SecretUse } from '../keychain/secret-use.ts'
import type { ActivityLog } from './activity-log.ts'

interface Options {
  readonly activity: Pick<ActivityLog, 'add'>
  readonly now: () => number
}

export interface KeyUse {
  /** What was done, as displayed: `Assertion signed`, `CSR signed`. */
  readonly what: string
  readonly profile: Pick<Profile, 'id' | 'name'>
  readonly credential: Credential
}

export interface KeyUseOutcome {
  /** When it started, milliseconds since the epoch; default: now. */
  readonly at?: number
  readonly durationMs?: number
  readonly error?: unknown
}

/** What is done with a key in memory, or leaves none: it says nothing of the keychain. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['Assertion signed', 'CSR signed', 'Mutual TLS handshake', 'Key deleted'],
])

/** Records each use of a private key in the activity: what for, which key, the outcome and the duration. */
export class KeyUses {
  readonly #activity: Options['activity']
  readonly #now: () => number
  readonly #listeners = new Listeners<[use: SecretUse]>()
  /** Calls a listener after a use that says whether the key is in the keychain. Returns the unsubscribe function. */
  readonly onUse = this.#listeners.add

  constructor({ activity, now }: Options) {
    this.#activity = activity
    this.#now = now
  }

  /** Runs the work and records it, even if it fails. @throws what the work throws */
  async during<T>(use: KeyUse, work: () => Promise<T>): Promise<T> {
    const at = this.#now()
    const began = performance.now()
    try {
      const result = await work()
      this.record(use, { at, durationMs: performance.now() - began })
      return result
    } catch (error) {
      this.record(use, { at, durationMs: performance.now() - began, error })
      throw error
    }
  }

  record({ what, profile, credential }: KeyUse, { at = this.#now(), durationMs, error }: KeyUseOutcome = {}): void {
    this.#activity.add({
      kind: 'key',
      what,
      at: new Date(at).toISOString(),
      profileId: profile.id,
      profileName: profile.name,
      keyName: keyNameOf(credential),
      outcome: error === undefined ? 'ok' : 'failed',
      ...(error instanceof ClavisError ? { errorCode: error.code } : {}),
      ...(durationMs === undefined ? {} : { durationMs }),
    })
    const state = secretStateOf(error)
    if (state !== undefined && !elsewhere.has(what))
      this.#listeners.notify({ profileId: profile.id, credentialId: credential.id, state })
  }
}

/** Identifies the key: by its certificate's SHA-1 thumbprint, or by the SHA-256 of its public key before it has one. */
function keyNameOf(credential: Credential): string {
  const certificate = certificateOf(credential)
  return certificate === undefined
    ? `public key ${credential.publicKeyFingerprint}`
    : `SHA-1 ${certificate.thumbprint.sha1}`
}
