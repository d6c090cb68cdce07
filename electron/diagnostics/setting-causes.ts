import type { ClavisError } from '#shared/errors.ts'
import { usableValidity } from '#shared/expiry/expiry.ts'
import { usableCredentials } from '#shared/expiry/profile-expiry.ts'
import { inUtc } from '#shared/values/date-text.ts'
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

function certificateCauses({ active, own, certificate: check, now, commandLine }: DiagnosisFacts): Suspicion[] {
  const { profile, credentials } = own
  if (check?.isMissing !== true || profile.clientAuthentication.startsWith('client_secret')) return []
  const { words, sentence = words, detail } = check
  if (active === undefined)
    return [
      {
        id: 'no-active-credential',
        weight: 100,
        place: 'credentials',
        what: 'The profile has no active credential to sign token requests.',
        evidence: [`Certificate: ${words}.`],
        remedy:
          detail ??
          (usableCredentials(credentials).length > 0
            ? 'Activate a credential with a valid certificate.'
            : 'Create a key and a CSR, import the signed certificate, and activate it.'),
        command: `${commandLine} certificate list ${shownWord(profile.name)}`,
      },
    ]
  const { notBefore, notAfter, expiringIssuer } = usableValidity(active.certificate)
  const isEarly = Date.parse(notBefore) > now
  return [
    {
      ...(isEarly
        ? ({ id: 'certificate-not-yet-valid', place: 'credentials' } as const)
        : ({ id: 'certificate-ended', place: 'replacement' } as const)),
      weight: 100,
      what: `${sentence}.`,
      evidence: [
        `${expiringIssuer ?? 'The certificate'} is valid from ${inUtc(notBefore)} to ${inUtc(notAfter)}. Current time: ${inUtc(new Date(now).toISOString())}.`,
      ],
      remedy: detail ?? 'Replace the certificate.',
    },
  ]
}

function commandOf({ command }: ClavisError): { command?: string } {
  return command === undefined ? {} : { command }
}
