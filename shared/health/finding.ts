import type { Validity } from '../expiry/expiry.ts'
import type { JudgedProfile } from '../expiry/profile-expiry.ts'
import type { ProfileStatus } from '../profiles/profile-status.ts'
import type { Profile } from '../profiles/profile.ts'
import type { ReplacementStep } from '../replacements/replacement-steps.ts'
import type { HealthCheck, NextAction } from './health-schemas.ts'

/** What is known of a profile, without a look into the keychain. */
export interface HealthFacts {
  readonly profile: Pick<
    Profile,
    'id' | 'name' | 'environment' | 'practice' | 'flavor' | 'apiBaseUrl' | 'reportsBaseUrl'
  >
  readonly status: ProfileStatus
  /** Undefined if it needs no certificate. */
  readonly judged: JudgedProfile | undefined
  /** Whether it had an active certificate and has none now. */
  readonly isLost: boolean
  /** When the active certificate and its own issuer are valid. Of what is above them, the service decides. */
  readonly usable: Validity | undefined
  /** The key that signs, or will; its size in bits. */
  readonly key: { readonly size: number; readonly isActive: boolean } | undefined
  readonly replacement: { readonly step: ReplacementStep; readonly isRefused: boolean } | undefined
  /** The setting that the service refuses, if it is clear which. */
  readonly refused: Extract<NextAction, { kind: 'change-setting' }> | undefined
}

/** A check, with what Home says is to be done about it. */
export interface Finding extends Omit<HealthCheck, 'sentence' | 'action'> {
  /** `sentence`: without a full stop. */
  readonly todo?: { readonly sentence: string; readonly action: NextAction }
  /** Stands for the profile in a list, if this is the worst. */
  readonly mark?: string
}
