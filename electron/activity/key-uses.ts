import type { Credential } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { ActivityLog } from './activity-log.ts'

interface Options {
  readonly activity: Pick<ActivityLog, 'add'>
  readonly now: () => number
}

/** What a private key is used for. */
export interface KeyUse {
  /** In words, as something that is done: `Assertion signed`, `CSR signed`. */
  readonly what: string
  readonly profile: Pick<Profile, 'id' | 'name'>
  readonly credential: Credential
}

/** How a use went. */
export interface KeyUseOutcome {
  /** When it began, milliseconds since the epoch; now where left out. */
  readonly at?: number
  readonly durationMs?: number
  /** Why it failed. */
  readonly error?: unknown
}

/** Tells each use of a private key as a line of the activity: what for, which key, how it went, how long it took. */
export class KeyUses {
  readonly #activity: Options['activity']
  readonly #now: () => number

  constructor({ activity, now }: Options) {
    this.#activity = activity
    this.#now = now
  }

  /** Does the work and tells it, also where it fails. @throws what the work throws */
  async during<T>(use: KeyUse, work: () => Promise<T>): Promise<T> {
    const at = this.#now()
    const began = performance.now()
    try {
      const result = await work()
      this.tell(use, { at, durationMs: performance.now() - began })
      return result
    } catch (error) {
      this.tell(use, { at, durationMs: performance.now() - began, error })
      throw error
    }
  }

  /** Tells a use that is over. */
  tell({ what, profile, credential }: KeyUse, { at = this.#now(), durationMs, error }: KeyUseOutcome = {}): void {
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
  }
}

/** Which key it is: its certificate's SHA-1 thumbprint, and before it has one the SHA-256 of its public half. */
function keyNameOf(credential: Credential): string {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  return certificate === undefined
    ? `public key ${credential.publicKeyFingerprint}`
    : `SHA-1 ${certificate.thumbprint.sha1}`
}
