import { judge, type Validity } from '../expiry/expiry.ts'
import type { JudgedProfile } from '../expiry/profile-expiry.ts'
import { daysAgo, describeValidity, ofIssuer } from '../expiry/warning-messages.ts'
import type { WatchedCertificate } from '../expiry/warning-schemas.ts'
import { isSnoozed } from '../expiry/warning-thresholds.ts'
import type { SetUpStep } from '../profiles/profile-status.ts'
import type { DateText } from '../values/date-text.ts'
import type { Finding, HealthFacts } from './finding.ts'
import type { NextAction } from './health-schemas.ts'

/** What is next in set-up, by its step. */
const setUpSentences: Readonly<Record<SetUpStep, string>> = {
  key: 'Create a key',
  request: 'Create a CSR and send it to the certificate authority',
  certificate: 'Import the signed certificate',
  confirmation: 'Compare the thumbprint with the portal',
  activation: 'Activate the credential',
}

const setUpWords: Readonly<Record<SetUpStep, string>> = {
  key: 'No key yet',
  request: 'Waiting for the CSR',
  certificate: 'Waiting for the signed certificate',
  confirmation: 'Imported, not active yet',
  activation: 'Imported, not active yet',
}

/** Says when the certificate expires, or why there is none to request tokens with; undefined if none is needed. */
export function certificateFinding(facts: HealthFacts, now: number, dates: DateText): Finding | undefined {
  const { judged } = facts
  if (judged === undefined) return undefined
  const { expiry, certificate } = judged
  if (certificate !== undefined && expiry.state !== 'none-active' && expiry.standing === 'expired')
    return expired(facts, certificate, now, dates)
  if (certificate !== undefined && expiry.standing === 'not-yet-valid')
    return {
      ...bad('Not valid yet'),
      mark: 'not yet',
      detail: 'Check this computer’s clock, or wait until the certificate becomes valid.',
      todo: {
        sentence: `The certificate is not valid until ${dayOf(certificate.notBefore, dates)}`,
        action: { kind: 'none' },
      },
    }
  return expiry.state === 'active' ? expiring(judged, now, dates) : missing(facts)
}

/** Names what ended: what keeps the certificate from use if that did, else the first of the chain. */
function expired(
  { judged, usable }: HealthFacts,
  certificate: WatchedCertificate,
  now: number,
  dates: DateText,
): Finding {
  const use = usable && judge(usable, [], now, dates.timeZone)
  const ended: Validity = usable !== undefined && use?.urgency === 'expired' ? usable : certificate
  const words = describeValidity(ended, now, dates.timeZone)
  const { daysLeft } = judge(ended, [], now, dates.timeZone)
  const action: NextAction = judged?.expiry.state === 'active' ? { kind: 'replace' } : { kind: 'set-up', step: 'key' }
  const common = {
    ...(isSnoozed(certificate, now) ? {} : { mark: 'expired' }),
    todo: { sentence: `The certificate${ofIssuer(ended.expiringIssuer)} expired ${daysAgo(daysLeft)}`, action },
  }
  if (use !== undefined && use.urgency !== 'expired' && !use.isNotYetValid) {
    const detail = 'The service decides whether it still accepts the certificate.'
    return { subject: 'certificate', level: 'warn', words, detail, ...common }
  }
  const detail =
    ended.expiringIssuer === undefined
      ? 'Create a new key and have a new certificate signed.'
      : 'Import the issuer’s renewed certificate, or replace the certificate.'
  return { ...bad(words), detail, ...common }
}

function bad(words: string): Finding {
  return { subject: 'certificate', level: 'bad', words, isMissing: true }
}

function missing({ judged, isLost, status: { setUp: step = 'key', wasVerified } }: HealthFacts): Finding {
  const isGone = wasVerified || isLost
  const words = isGone ? 'No active certificate' : setUpWords[step]
  return {
    ...(isGone ? { ...bad(words), mark: 'none' } : { subject: 'certificate', level: 'none', words, isMissing: true }),
    todo: {
      sentence: isGone && judged?.certificate === undefined ? words : setUpSentences[step],
      action: { kind: 'set-up', step },
    },
  }
}

/** Says how long the active certificate is valid, and by when to replace it. */
function expiring({ expiry, certificate }: JudgedProfile, now: number, dates: DateText): Finding {
  const { daysLeft = 0 } = expiry
  const mark = daysLeft === 0 ? 'today' : `${daysLeft.toLocaleString()} d`
  const words = certificate === undefined ? '' : describeValidity(certificate, now, dates.timeZone)
  const finding = { subject: 'certificate', words, mark } as const
  if (certificate === undefined || (expiry.urgency !== 'soon' && expiry.urgency !== 'urgent'))
    return { ...finding, level: 'good' }
  const day = dayOf(certificate.notAfter, dates)
  const action = { kind: 'replace' } as const
  if (isSnoozed(certificate, now))
    return { ...finding, level: 'good', todo: { sentence: `Snoozed. The certificate expires ${day}`, action } }
  const level = expiry.urgency === 'urgent' ? 'bad' : 'warn'
  return { ...finding, level, todo: { sentence: `Replace the certificate by ${day}`, action } }
}

function dayOf(instant: string, dates: DateText): string {
  return dates.parts(Date.parse(instant), { weekday: 'short', month: 'short', day: 'numeric' })
}
