import type { ClavisError } from '#shared/errors.ts'
import { judge, usableValidity } from '#shared/expiry/expiry.ts'
import { judgeProfileExpiry } from '#shared/expiry/profile-expiry.ts'
import { ofIssuer } from '#shared/expiry/warning-messages.ts'
import { inUtc } from '#shared/values/date-text.ts'
import { localDay } from '#shared/values/local-day.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import type { DiagnosisFacts, Suspicion } from './facts.ts'

/** Finds causes that this computer alone proves. */
export function settingCauses(facts: DiagnosisFacts): Suspicion[] {
  return [...secretCauses(facts), ...certificateCauses(facts)]
}

function secretCauses({ secretFailure, own, commandLine }: DiagnosisFacts): Suspicion[] {
  if (secretFailure === undefined) return []
  const { message: what, hint: remedy = '' } = secretFailure
  const name = own.profile.name
  const common = {
    weight: 100,
    what,
    evidence: [`Keychain access for “${name}”.`],
    remedy,
    ...commandOf(secretFailure),
  }
  switch (secretFailure.code) {
    case 'keychain-unavailable':
    case 'keychain-denied':
      return [{ ...common, id: 'keychain-unavailable' }]
    case 'keychain-locked':
      return [{ ...common, id: 'keychain-locked' }]
    case 'keychain-entry-missing':
    case 'keychain-entry-damaged':
      return [{ ...common, id: 'key-missing', place: 'credentials' }]
    case 'no-client-secret':
      return [
        {
          ...common,
          id: 'client-secret-missing',
          place: 'credentials',
          command: `${commandLine} secret set ${shownWord(name)}`,
        },
      ]
    default:
      return []
  }
}

function certificateCauses({ active, own, now, timeZone, commandLine }: DiagnosisFacts): Suspicion[] {
  const { profile, credentials } = own
  if (profile.clientAuthentication.startsWith('client_secret')) return []
  if (active === undefined) {
    const { state, credential } = judgeProfileExpiry(credentials, [], now)
    return [
      {
        id: 'no-active-credential',
        weight: 100,
        place: 'credentials',
        what:
          state === 'expired-only'
            ? 'The profile has no active credential, and every certificate has expired.'
            : 'The profile has no active credential to sign token requests.',
        evidence: [
          credentials.length === 0
            ? 'The profile has no credentials.'
            : `${credentials.length} credentials, none active.`,
        ],
        remedy:
          state === 'none-active' && credential !== undefined
            ? 'Activate a credential with a valid certificate.'
            : 'Create a key and a CSR, import the signed certificate, and activate it.',
        command: `${commandLine} certificate list ${shownWord(profile.name)}`,
      },
    ]
  }
  const validity = usableValidity(active.certificate)
  const { notBefore, notAfter } = validity
  const { urgency, isNotYetValid } = judge(validity, [], now)
  if (urgency === 'expired')
    return [
      {
        id: 'certificate-ended',
        weight: 100,
        place: 'replacement',
        what: `The active certificate${ofIssuer(validity.expiringIssuer)} expired on ${localDay(notAfter, timeZone)}.`,
        evidence: [
          `${validity.expiringIssuer ?? 'The certificate'} expired at ${inUtc(notAfter)}. Current time: ${inUtc(new Date(now).toISOString())}.`,
        ],
        remedy:
          validity.expiringIssuer === undefined
            ? 'Replace it: create a key and a CSR, import the signed certificate, and upload it to the portal.'
            : 'Import the issuer’s renewed certificate or your authority’s newer root, or replace the active certificate.',
      },
    ]
  if (isNotYetValid)
    return [
      {
        id: 'certificate-not-yet-valid',
        weight: 100,
        place: 'credentials',
        what: `The active certificate is not valid until ${localDay(notBefore, timeZone)}.`,
        evidence: [`Valid from ${inUtc(notBefore)}. Current time: ${inUtc(new Date(now).toISOString())}.`],
        remedy: 'Wait until then, or activate another one. If it should be valid, check this computer’s clock.',
      },
    ]
  return []
}

function commandOf({ command }: ClavisError): { command?: string } {
  return command === undefined ? {} : { command }
}
