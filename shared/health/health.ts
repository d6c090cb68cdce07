import { replacementSentences, stepOfSteps } from '../replacements/replacement-steps.ts'
import type { DateText } from '../values/date-text.ts'
import { certificateFinding } from './certificate-finding.ts'
import type { Finding, HealthFacts } from './finding.ts'
import type { Health, HealthCheck, HealthLevel } from './health-schemas.ts'
import { keyFinding, listsFinding, tokenFinding } from './use-findings.ts'

/** The most severe comes first. */
const levels: readonly HealthLevel[] = ['bad', 'warn', 'none', 'good']

/**
 * Judges a profile: the one source of words, order and action wherever its health is shown.
 * @param now milliseconds since the epoch
 */
export function healthOf(facts: HealthFacts, now: number, dates: DateText): Health {
  const certificate = certificateFinding(facts, now, dates)
  const key = keyFinding(facts)
  const token = tokenFinding(facts, [certificate, key].find(stops), now, dates)
  const isLacking = certificate?.isMissing === true
  // Of equal ones, a missing certificate comes before what fails because of it, and that before what will expire.
  const known = [
    ...present(isLacking ? certificate : undefined),
    key,
    token,
    ...present(isLacking ? undefined : certificate),
  ]
  const severe = known.toSorted((one, other) => severity(one) - severity(other))
  const worst = severe.find(({ todo }) => todo !== undefined)
  const marked = severe.find((each) => stops(each) && each.mark !== undefined) ?? certificate
  const next = nextOf(
    facts,
    worst,
    known.every(({ isMissing }) => isMissing !== true),
  )
  return {
    ...next,
    checks: [key, ...present(certificate), token, ...present(listsFinding(facts, token, now, dates))]
      // What is good or unknown stays in its place.
      .toSorted((one, other) => Math.min(severity(one), 2) - Math.min(severity(other), 2))
      .map(checkOf),
    ...(marked?.mark === undefined ? {} : { mark: { text: marked.mark, words: marked.words, level: marked.level } }),
    urgency: urgencyOf(facts, next.next, worst),
    ...daysLeftOf(facts),
  }
}

function present(finding: Finding | undefined): Finding[] {
  return finding === undefined ? [] : [finding]
}

/** Whether the profile gets no token because of it. */
function stops(finding: Finding | undefined): boolean {
  return finding?.level === 'bad' && finding.isMissing === true
}

/** Returns the rank of a finding: what stops the profile comes first, then the more severe. */
function severity(finding: Finding): number {
  return stops(finding) ? -1 : levels.indexOf(finding.level)
}

function checkOf({ todo, mark: _mark, ...check }: Finding): HealthCheck {
  if (todo === undefined) return check
  const { sentence, action } = todo
  return { ...check, sentence, ...(action.kind === 'none' ? {} : { action }) }
}

/** Returns what is next: the worst finding's, unless a replacement under way already leads there. */
function nextOf(
  { replacement }: HealthFacts,
  worst: Finding | undefined,
  isReady: boolean,
): Pick<Health, 'next' | 'isReady'> {
  const level = worst?.level ?? 'good'
  if (replacement === undefined || replacement.step === 'done') {
    const { sentence, action } = worst?.todo ?? { sentence: 'Ready', action: { kind: 'none' } as const }
    return { isReady, next: { sentence, action, level } }
  }
  const { step } = replacement
  const isRefused = refusesNew(replacement)
  return {
    isReady: isReady && !isRefused,
    next: {
      sentence: isRefused ? 'The service refuses the new credential' : replacementSentences[step],
      action: { kind: 'continue-replacement', place: stepOfSteps(step) },
      level: isRefused ? 'bad' : level === 'good' ? 'none' : level,
    },
  }
}

/** Whether the service refuses the credential that a replacement switched to. */
function refusesNew(replacement: HealthFacts['replacement']): boolean {
  return replacement?.step === 'watch' && replacement.isRefused
}

function urgencyOf({ replacement }: HealthFacts, next: Health['next'], worst: Finding | undefined): Health['urgency'] {
  switch (next.level) {
    case 'bad':
      return stops(worst) || refusesNew(replacement) ? 'stopped' : 'urgent'
    case 'warn':
      return 'soon'
    case 'none':
      return next.action.kind === 'continue-replacement' ? 'soon' : 'set-up'
    case 'good':
      return 'ready'
  }
}

function daysLeftOf({ judged }: HealthFacts): Pick<Health, 'daysLeft'> {
  const { state, daysLeft } = judged?.expiry ?? {}
  return daysLeft === undefined || state === 'none-active' ? {} : { daysLeft }
}
