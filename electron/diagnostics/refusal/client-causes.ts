import { formerPracticeClient } from '#shared/practice/practice.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { DiagnosisFacts, Refusal, Suspicion } from '../facts.ts'
import { assertionCauses, clockCauses, kidCauses } from './assertion-causes.ts'
import { assertionAudienceCauses } from './token-url-causes.ts'

/** Finds reasons for which the service does not recognize or accept the client. */
export function clientCauses(facts: DiagnosisFacts, refusal: Refusal): Suspicion[] {
  const isFormer = refusal.message.includes(formerPracticeClient.what.toLowerCase())
  const { clientAuthentication } = facts.own.profile
  const usesSecret = clientAuthentication.startsWith('client_secret')
  const signsAssertion = clientAuthentication === 'private_key_jwt'
  return [
    ...(signsAssertion ? clockCauses(facts, refusal) : []),
    ...otherEnvironmentCauses(facts),
    ...(usesSecret ? secretCauses : kidCauses(facts, refusal)),
    ...missingCertificateRequest(facts),
    ...(signsAssertion ? [...assertionAudienceCauses(facts, refusal), ...assertionCauses(facts, refusal)] : []),
    {
      id: 'client-id-unknown',
      place: 'edit-profile',
      field: 'clientId',
      weight: isFormer
        ? 99
        : /client[ _]?id|unknown client|client .*(?:unknown|not found|not registered)|no client/u.test(refusal.message)
          ? 85
          : 25,
      what: isFormer ? formerPracticeClient.what : 'The service doesn’t know this client ID.',
      evidence: [`Client ID: ${facts.own.profile.clientId}.`],
      remedy: isFormer
        ? formerPracticeClient.remedy
        : 'Copy the ClientId from this environment’s tab on the portal’s Security page.',
    },
  ]
}

const secretCauses: Suspicion[] = [
  {
    id: 'client-secret-wrong',
    weight: 60,
    place: 'credentials',
    what: 'The client secret is not the current one of the portal.',
    evidence: ['The client authenticates with a secret.'],
    remedy: 'Copy it again from the portal’s Mock tab.',
  },
]

/** Finds a server that does not request a client certificate, without which none is sent in mutual TLS. */
function missingCertificateRequest({ own, peer }: DiagnosisFacts): Suspicion[] {
  if (own.profile.clientAuthentication !== 'tls_client_auth' || peer?.asksForCertificate !== false) return []
  return [
    {
      id: 'client-certificate-refused',
      weight: 94,
      place: 'edit-profile',
      field: 'tokenUrl',
      what: 'The token endpoint doesn’t request a client certificate, so none was sent.',
      evidence: [`Token URL: ${own.profile.tokenUrl}.`],
      remedy:
        'Check that the token URL is the one for mutual TLS. A gateway in between may terminate the TLS connection.',
    },
  ]
}

function otherEnvironmentCauses({ own, all, active }: DiagnosisFacts): Suspicion[] {
  const others = all.filter(({ profile }) => profile.environment !== own.profile.environment)
  const suspicions: Suspicion[] = []
  const namesake = others.find(({ profile }) => profile.clientId === own.profile.clientId)
  if (namesake !== undefined)
    suspicions.push({
      id: 'client-id-of-other-environment',
      weight: 94,
      place: 'edit-profile',
      field: 'clientId',
      what: `The client ID belongs to “${namesake.profile.name}” (${environmentNames[namesake.profile.environment]}).`,
      evidence: ['Each environment has its own client ID.'],
      remedy: `Copy the ClientId from the ${environmentNames[own.profile.environment]} tab of the portal’s Security page.`,
    })
  const twin = others.find(({ credentials }) =>
    credentials.some((each) => each.publicKeyFingerprint === active?.publicKeyFingerprint),
  )
  if (twin !== undefined)
    suspicions.push({
      id: 'key-of-other-environment',
      weight: 92,
      place: 'credentials',
      what: `The active key is also used by “${twin.profile.name}” (${environmentNames[twin.profile.environment]}).`,
      evidence: ['Each environment has its own keys and certificates.'],
      remedy: 'Create a key for this environment, or activate the credential that belongs to it.',
    })
  return suspicions
}
