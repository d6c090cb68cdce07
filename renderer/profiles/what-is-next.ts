import type { Credential } from '#shared/credentials/credential.ts'
import { judge, usableValidity } from '#shared/expiry/expiry.ts'
import { daysAgo, ofIssuer } from '#shared/expiry/warning-messages.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import { replacementSentences, walkedSteps } from '#shared/replacements/replacement-steps.ts'
import { replacementStep, type Replacement } from '#shared/replacements/replacement.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { profileSteps, type ProfileStanding, type ProfileStep } from './profile-steps.ts'

/** What one button does about a profile. */
export type NextAction =
  /** Nothing is to be done. */
  | { readonly kind: 'none' }
  /** Opens the replacement of its certificate. */
  | { readonly kind: 'replace' }
  /** Opens the replacement in progress. */
  | { readonly kind: 'continue-replacement'; readonly step: number; readonly of: number }
  | { readonly kind: 'diagnose' }
  | { readonly kind: 'get-token' }
  | { readonly kind: 'test-connection' }
  /** Tests a profile that worked before its settings or its credential changed. */
  | { readonly kind: 'test-again' }
  /** Opens the page where the step of set-up is done. */
  | { readonly kind: 'set-up'; readonly step: Exclude<ProfileStep['id'], 'token' | 'connection'> }

/** What is next for a profile. */
export interface WhatIsNext {
  /** Whether everything was verified with the profile's present settings and works, as far as is known. */
  readonly isReady: boolean
  /** Without a full stop, e.g. `Replace the certificate by Tue, Dec 1`, `Ready`. */
  readonly sentence: string
  readonly action: NextAction
  /** `bad`: it does not work, or will not in a few days. */
  readonly tone: 'good' | 'note' | 'warn' | 'bad'
}

interface Standing extends ProfileStanding {
  /** The one in progress, if any. */
  readonly replacement: Replacement | undefined
  /** The profile's, in days before expiry. */
  readonly thresholds: readonly number[]
  readonly dates: DateText
}

const setUpSentences: Readonly<Record<ProfileStep['id'], string>> = {
  'client-secret': 'Enter the client secret',
  key: 'Create a key',
  request: 'Create a CSR and send it to the certificate authority',
  certificate: 'Import the signed certificate',
  confirmation: 'Compare the thumbprint with the portal',
  activation: 'Activate the credential',
  token: 'Get a token to verify the set-up',
  connection: 'Test the connection',
}

/** Returns what is next for a profile: the one sentence and action that Home and Overview agree on. */
export function whatIsNext(standing: Standing): WhatIsNext {
  const { replacement, credentials } = standing
  const open = profileSteps(standing).find(({ state }) => state === 'next' || state === 'problem')
  const isReady = open === undefined
  const expiry = activeExpiry(standing)
  const step = replacement === undefined ? 'done' : replacementStep(replacement, credentials)
  if (step !== 'done') {
    const action = {
      kind: 'continue-replacement',
      step: walkedSteps.indexOf(step) + 1,
      of: walkedSteps.length,
    } as const
    const tone = open?.state === 'problem' ? 'bad' : (expiry?.next.tone ?? 'note')
    return { isReady, sentence: replacementSentences[step], action, tone }
  }
  if (expiry?.isExpired === true) return { isReady, ...expiry.next }
  if (open !== undefined) return { isReady, ...afterStep(open, standing) }
  return { isReady, ...(expiry?.next ?? { sentence: 'Ready', action: { kind: 'none' }, tone: 'good' }) }
}

type Next = Omit<WhatIsNext, 'isReady'>

function afterStep({ id, state, detail }: ProfileStep, { status }: Standing): Next {
  const isProblem = state === 'problem'
  const sentence = isProblem ? detail.replace(/\.$/u, '') : setUpSentences[id]
  const tone = isProblem ? 'bad' : 'note'
  if (id === 'token' || id === 'connection') {
    if (id === 'token' && !isProblem && status.wasVerified)
      return { sentence: 'Not tested since settings or credential changed', tone, action: { kind: 'test-again' } }
    const kind = isProblem ? 'diagnose' : id === 'token' ? 'get-token' : 'test-connection'
    return { sentence, tone, action: { kind } }
  }
  return { sentence, tone, action: { kind: 'set-up', step: id } }
}

/** Says by when the active certificate is to be replaced; undefined while it is fine, or if there is none. */
function activeExpiry({
  profile,
  credentials,
  thresholds,
  now,
  dates,
}: Standing): { readonly isExpired: boolean; readonly next: Next } | undefined {
  const active = credentials.find((each): each is Extract<Credential, { state: 'active' }> => each.state === 'active')
  if (active === undefined || !needsCertificate(profile)) return undefined
  const validity = usableValidity(active.certificate, profile)
  const { urgency, daysLeft, isNotYetValid } = judge(validity, thresholds, now, dates.timeZone)
  if (urgency === 'fine' || isNotYetValid) return undefined
  const action = { kind: 'replace' } as const
  if (urgency === 'expired') {
    const sentence = `The certificate${ofIssuer(validity.expiringIssuer)} expired ${daysAgo(daysLeft)}`
    return { isExpired: true, next: { sentence, action, tone: 'bad' } }
  }
  const by = dates.parts(Date.parse(validity.notAfter), { weekday: 'short', day: 'numeric', month: 'short' })
  const tone = urgency === 'urgent' ? 'bad' : 'warn'
  return { isExpired: false, next: { sentence: `Replace the certificate by ${by}`, action, tone } }
}
