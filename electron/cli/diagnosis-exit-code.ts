import type { Diagnosis, DiagnosisCause } from '../../shared/model/diagnosis.ts'
import { exitCodes } from './exit-codes.ts'

type CauseId = DiagnosisCause['id']

/** Causes on this computer: in the settings, the credentials, or what is missing. */
const input: readonly CauseId[] = [
  'settings-incomplete',
  'client-secret-missing',
  'no-active-credential',
  'certificate-ended',
  'certificate-not-yet-valid',
]

/** Causes that keep an answer from coming, or from being one. */
const unavailable: readonly CauseId[] = [
  'keychain-unavailable',
  'keychain-locked',
  'key-missing',
  'name-not-found',
  'host-refuses',
  'host-unreachable',
  'host-silent',
  'tls-untrusted',
  'tls-intercepted',
  'tls-too-old',
  'tls-certificate-bad',
  'tls-not-spoken',
  'proxy-password',
  'proxy-refuses',
  'redirected',
  'gateway-page',
  'answer-broken',
  'answer-too-large',
  'token-answer-unusable',
  'rate-limited',
  'service-down',
]

/**
 * How the doctor's command ends (design, section 8): by each profile's likeliest cause; of several profiles the first
 * that has one counts. What is neither of this computer nor of the way there is a refusal.
 */
export function exitCodeOfDiagnoses(diagnoses: readonly Diagnosis[]): number {
  const cause = diagnoses.find(({ causes }) => causes.length > 0)?.causes[0]?.id
  if (cause === undefined) return exitCodes.fine
  if (input.includes(cause)) return exitCodes.input
  return unavailable.includes(cause) ? exitCodes.unavailable : exitCodes.refused
}
