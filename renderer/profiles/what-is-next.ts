import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { daysAgo, ofIssuer } from '#shared/expiry/warning-messages.ts'
import { isSnoozed } from '#shared/expiry/warning-thresholds.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { replacementSentences, stepOfSteps } from '#shared/replacements/replacement-steps.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import type { DateText } from '#shared/values/date-text.ts'
import type { NextAction } from './next-action.ts'

export interface WhatIsNext {
  /** Whether everything was verified with the profile's present settings and works, as far as is known. */
  readonly isReady: boolean
  /** Without a full stop, e.g. `Replace the certificate by Tue, Dec 1`, `Ready`. */
  readonly sentence: string
  readonly action: NextAction
  /** `bad`: it does not work, or will not in a few days. */
  readonly tone: 'good' | 'note' | 'warn' | 'bad'
}

/** What is known of a profile; what is undefined is not loaded, or there is none. */
export interface KnownProfile {
  readonly profile: Pick<Profile, 'id' | 'name' | 'merchant' | 'environment' | 'practice' | 'apiBaseUrl'>
  /** Undefined if it needs no certificate. */
  readonly judged: JudgedProfile | undefined
  /** Whether its certificate is an alert, as in the sidebar. */
  readonly isAlert: boolean
  readonly replacement: Pick<ReplacementView, 'step' | 'replacement'> | undefined
  readonly status: ProfileStatus | undefined
  /** Undefined: unknown, because the keychain is read only on request. */
  readonly hasClientSecret?: boolean | undefined
}

const setUpSentences: Readonly<Record<Extract<NextAction, { kind: 'set-up' }>['step'], string>> = {
  'client-secret': 'Enter the client secret',
  key: 'Create a key',
  request: 'Create a CSR and send it to the certificate authority',
  certificate: 'Import the signed certificate',
  confirmation: 'Compare the thumbprint with the portal',
  activation: 'Activate the credential',
}

type Next = Omit<WhatIsNext, 'isReady'>

/** The most severe comes first. */
const tones: readonly WhatIsNext['tone'][] = ['bad', 'warn', 'note', 'good']

/**
 * Returns what is next for a profile: the one sentence and action of Home and Overview.
 * @param now milliseconds since the epoch
 */
export function whatIsNext(known: KnownProfile, now: number, dates: DateText): WhatIsNext {
  const lacking = withoutCertificate(known, dates)
  const untested = unverified(known)
  const isReady = lacking === undefined && untested === undefined
  // Of equal ones, a missing certificate comes before what failed because of it, and that before what will expire.
  const [next] = [lacking, untested, expiringSoon(known, now, dates)]
    .filter((each) => each !== undefined)
    .toSorted((one, other) => tones.indexOf(one.tone) - tones.indexOf(other.tone))
  const { replacement } = known
  if (replacement === undefined || replacement.step === 'done')
    return { isReady, ...(next ?? { sentence: 'Ready', action: { kind: 'none' }, tone: 'good' }) }
  const { step } = replacement
  const isRefused = step === 'watch' && replacement.replacement.refusal !== undefined
  return {
    isReady: isReady && !isRefused,
    sentence: isRefused ? 'The service refuses the new credential' : replacementSentences[step],
    action: { kind: 'continue-replacement', place: stepOfSteps(step) },
    tone: isRefused ? 'bad' : next === undefined || next.tone === 'good' ? 'note' : next.tone,
  }
}

/** Says why there is no usable certificate; undefined if there is one, or none is needed. */
function withoutCertificate({ judged, isAlert, status }: KnownProfile, dates: DateText): Next | undefined {
  if (judged === undefined) return undefined
  const { expiry, certificate } = judged
  if (certificate !== undefined && expiry.state !== 'none-active' && expiry.standing === 'expired')
    return {
      sentence: `The certificate${ofIssuer(certificate.expiringIssuer)} expired ${daysAgo(expiry.daysLeft ?? 0)}`,
      action: expiry.state === 'active' ? { kind: 'replace' } : { kind: 'set-up', step: 'key' },
      tone: 'bad',
    }
  if (certificate !== undefined && expiry.standing === 'not-yet-valid')
    return {
      sentence: `The certificate is not valid until ${dayOf(certificate.notBefore, dates)}`,
      action: { kind: 'none' },
      tone: 'bad',
    }
  const step = status?.setUp
  if (step === undefined) return undefined
  const isLost = status?.wasVerified === true || (isAlert && certificate === undefined)
  return {
    sentence: isLost && certificate === undefined ? 'No active certificate' : setUpSentences[step],
    action: { kind: 'set-up', step },
    tone: isLost ? 'bad' : 'note',
  }
}

/** Says what failed, or was not tried with the profile's present settings; undefined if nothing. */
function unverified({ profile, status, hasClientSecret }: KnownProfile): Next | undefined {
  if (status === undefined) return undefined
  const { verified, problem, wasVerified } = status
  const isSecretMissing =
    hasClientSecret === false ||
    (problem?.code === 'no-client-secret' && hasClientSecret !== true && verified.token === undefined)
  if (isSecretMissing)
    return {
      sentence: setUpSentences['client-secret'],
      action: { kind: 'set-up', step: 'client-secret' },
      tone: wasVerified ? 'bad' : 'note',
    }
  if (problem !== undefined)
    return { sentence: problem.message.replace(/\.$/u, ''), action: { kind: 'diagnose' }, tone: 'bad' }
  if (verified.token === undefined)
    return wasVerified
      ? { sentence: 'Not tested since settings or credential changed', action: { kind: 'test-again' }, tone: 'warn' }
      : { sentence: 'Get a token to verify the set-up', action: { kind: 'get-token' }, tone: 'note' }
  if (verified.connection === undefined && profile.apiBaseUrl !== '')
    return { sentence: 'Test the connection', action: { kind: 'test-connection' }, tone: 'note' }
  return undefined
}

/** Says by when the active certificate is to be replaced; undefined while it is fine, or not usable. */
function expiringSoon({ judged }: KnownProfile, now: number, dates: DateText): Next | undefined {
  const { expiry, certificate } = judged ?? {}
  if (certificate === undefined || expiry?.state !== 'active') return undefined
  if (expiry.urgency !== 'soon' && expiry.urgency !== 'urgent') return undefined
  const day = dayOf(certificate.notAfter, dates)
  const action = { kind: 'replace' } as const
  if (isSnoozed(certificate, now)) return { sentence: `Snoozed. The certificate expires ${day}`, action, tone: 'good' }
  const tone = expiry.urgency === 'urgent' ? 'bad' : 'warn'
  return { sentence: `Replace the certificate by ${day}`, action, tone }
}

function dayOf(instant: string, dates: DateText): string {
  return dates.parts(Date.parse(instant), { weekday: 'short', month: 'short', day: 'numeric' })
}
