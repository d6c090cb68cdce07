import type { Diagnosis, DiagnosisCause } from '../../../shared/model/oauth/diagnosis.ts'
import { exitCodes } from '../exit-codes.ts'

/**
 * Lists the exit code of each cause: `input` for a problem on this computer, `unavailable` if there is no usable
 * response, `refused` otherwise.
 */
const exitCodeOf: Readonly<Record<DiagnosisCause['id'], number>> = {
  'settings-incomplete': exitCodes.input,
  'keychain-unavailable': exitCodes.unavailable,
  'keychain-locked': exitCodes.unavailable,
  'key-missing': exitCodes.unavailable,
  'client-secret-missing': exitCodes.input,
  'no-active-credential': exitCodes.input,
  'certificate-ended': exitCodes.input,
  'certificate-not-yet-valid': exitCodes.input,
  'key-of-other-environment': exitCodes.refused,
  'client-id-of-other-environment': exitCodes.refused,
  'client-id-unknown': exitCodes.refused,
  'client-secret-wrong': exitCodes.refused,
  'kid-of-other-certificate': exitCodes.refused,
  'kid-spelled-differently': exitCodes.refused,
  'kid-unknown': exitCodes.refused,
  'certificate-not-uploaded': exitCodes.refused,
  'key-does-not-fit': exitCodes.refused,
  'clock-wrong': exitCodes.refused,
  'assertion-lifetime': exitCodes.refused,
  'token-url-slash': exitCodes.refused,
  'token-url-wrong': exitCodes.refused,
  'audience-wrong': exitCodes.refused,
  'audience-of-other-environment': exitCodes.refused,
  'scope-wrong': exitCodes.refused,
  'client-not-allowed': exitCodes.refused,
  'jti-needed': exitCodes.refused,
  'jti-repeated': exitCodes.refused,
  'parameter-name': exitCodes.refused,
  'name-not-found': exitCodes.unavailable,
  'host-refuses': exitCodes.unavailable,
  'host-unreachable': exitCodes.unavailable,
  'host-silent': exitCodes.unavailable,
  'keys-recorded': exitCodes.input,
  'tls-untrusted': exitCodes.unavailable,
  'tls-intercepted': exitCodes.unavailable,
  'tls-too-old': exitCodes.unavailable,
  'tls-certificate-bad': exitCodes.unavailable,
  'tls-not-spoken': exitCodes.unavailable,
  'client-certificate-refused': exitCodes.refused,
  'proxy-invalid': exitCodes.input,
  'proxy-password': exitCodes.input,
  'proxy-password-refused': exitCodes.unavailable,
  'proxy-sign-in-unknown': exitCodes.unavailable,
  'proxy-refuses': exitCodes.unavailable,
  redirected: exitCodes.unavailable,
  'gateway-page': exitCodes.unavailable,
  'response-damaged': exitCodes.unavailable,
  'response-too-large': exitCodes.unavailable,
  'token-response-unusable': exitCodes.unavailable,
  'rate-limited': exitCodes.unavailable,
  'service-down': exitCodes.unavailable,
  'api-token-refused': exitCodes.refused,
  'api-permission': exitCodes.refused,
  'api-path-wrong': exitCodes.refused,
  unknown: exitCodes.refused,
}

/** Returns the exit code of the most likely cause of the first profile that has one. */
export function exitCodeOfDiagnoses(diagnoses: readonly Diagnosis[]): number {
  const cause = diagnoses.find(({ causes }) => causes.length > 0)?.causes[0]?.id
  return cause === undefined ? exitCodes.fine : exitCodeOf[cause]
}
