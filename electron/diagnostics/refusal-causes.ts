import type { ClavisError } from '#shared/errors.ts'
import { formerPracticeClient } from '#shared/practice/practice.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { adviseOnAudience, parseAudience } from '#shared/tokens/audience.ts'
import { isOff } from '../http/service-clocks.ts'
import type { DiagnosisFacts, Suspicion } from './facts.ts'

/** Maximum assertion lifetime that strict servers accept, seconds. */
const maxStrictLifetime = 300

/** A refusal by the token endpoint. */
interface Refusal {
  /** The `error` field (RFC 6749 §5.2); empty if there is none. */
  readonly error: string
  /** Error and description in lower case, to search in. */
  readonly message: string
  readonly status: unknown
}

/** Finds the possible causes of a refusal by the token endpoint (RFC 6749 §5.2, RFC 8707 §2, RFC 7523 §3). */
export function refusalCauses(facts: DiagnosisFacts, failure: ClavisError): Suspicion[] {
  const error = String(failure.details?.['error'] ?? '')
  const reason = failure.details?.['reason']
  const status = failure.details?.['status']
  const refusal: Refusal = { error, message: `${error} ${String(reason ?? '')}`.toLowerCase(), status }
  const response = `Response: “${error === '' ? String(status ?? 'a refusal') : error}”.`
  const evidence = typeof reason === 'string' ? [`The service says: “${reason}”.`, response] : [response]
  return candidates(facts, refusal)
    .filter(({ weight }) => weight > 0)
    .map((suspicion) => ({ ...suspicion, evidence: [...suspicion.evidence, ...evidence] }))
}

function candidates(facts: DiagnosisFacts, refusal: Refusal): Suspicion[] {
  if (refusal.status === 404 || refusal.status === 405) return addressCauses(facts)
  const isClient = ['invalid_client', 'invalid_grant', 'unauthorized_client', 'access_denied', ''].includes(
    refusal.error,
  )
  return [
    ...(isClient ? clientCauses(facts, refusal) : []),
    ...targetCauses(facts, refusal),
    ...scopeCauses(facts, refusal),
    ...requestCauses(facts, refusal),
    ...(refusal.error === 'unauthorized_client' ? [notAllowed] : []),
    ...(refusal.message.trim() === '' ? [gateway] : []),
    ...(isClient ? [] : clientCauses(facts, refusal).filter(({ weight }) => weight >= 90)),
  ]
}

/** Lists the causes of a missing endpoint, which says nothing about the client. */
function addressCauses({ own }: DiagnosisFacts): Suspicion[] {
  const { tokenUrl } = own.profile
  const place = 'edit-profile' as const
  const evidence = [`Token URL: ${tokenUrl}.`]
  return [
    ...(endsWithSlash(tokenUrl)
      ? [
          {
            id: 'token-url-slash' as const,
            weight: 93,
            place,
            evidence,
            what: 'There is no token endpoint at this address, which ends with a slash.',
            remedy: 'Remove the slash, unless the portal shows it.',
          },
        ]
      : []),
    {
      id: 'token-url-wrong',
      weight: 90,
      place,
      evidence,
      what: 'There is no token endpoint at this address.',
      remedy: 'Copy the exact token URL from the portal.',
    },
  ]
}

function endsWithSlash(tokenUrl: string): boolean {
  return tokenUrl.endsWith('/') && new URL(tokenUrl).pathname !== '/'
}

const notAllowed: Suspicion = {
  id: 'client-not-allowed',
  weight: 75,
  what: 'The portal doesn’t allow this client to use this flavor.',
  evidence: [],
  remedy: 'Check the client’s settings in the portal, or contact the service operator.',
}

const gateway: Suspicion = {
  id: 'gateway-page',
  weight: 20,
  place: 'edit-profile',
  what: 'A gateway or firewall refused the request, not the service.',
  evidence: ['The response contains no reason.'],
  remedy: 'Check the token URL. If it is right, ask your network administrator.',
}

function clientCauses(facts: DiagnosisFacts, refusal: Refusal): Suspicion[] {
  const isFormer = refusal.message.includes(formerPracticeClient.what.toLowerCase())
  const usesSecret = facts.own.profile.clientAuthentication.startsWith('client_secret')
  return [
    ...(facts.own.profile.clientAuthentication === 'private_key_jwt' ? clockCauses(facts, refusal) : []),
    ...otherEnvironmentCauses(facts),
    ...(usesSecret ? secretCauses : kidCauses(facts, refusal)),
    ...missingCertificateRequest(facts),
    ...(facts.own.profile.clientAuthentication === 'private_key_jwt' ? assertionCauses(facts, refusal) : []),
    {
      id: 'client-id-unknown',
      place: 'edit-profile',
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
      what: 'The token endpoint doesn’t request a client certificate, so none was sent.',
      evidence: [`Token URL: ${own.profile.tokenUrl}.`],
      remedy:
        'Check that the token URL is the one for mutual TLS. A gateway in between may terminate the TLS connection.',
    },
  ]
}

function clockCauses({ clock, own }: DiagnosisFacts, { message }: Refusal): Suspicion[] {
  const mentionsTime = /expired|\bexp\b|\biat\b|\bnbf\b|clock|future|not yet|time/u.test(message)
  if (clock === undefined || !isOff(clock))
    return mentionsTime
      ? [
          {
            id: 'clock-wrong',
            weight: 45,
            what: 'This computer’s clock is wrong, or the assertion’s lifetime is too short.',
            evidence: ['The response mentions a time.'],
            remedy: 'Check the clock, and increase the assertion’s lifetime if responses are slow.',
            place: 'edit-profile',
          },
        ]
      : []
  const seconds = Math.round(Math.abs(clock.offset) / 1000)
  const isBeyond = Math.abs(clock.offset) > Math.min(30_000, own.profile.assertionLifetimeSeconds * 1000)
  return [
    {
      id: 'clock-wrong',
      weight: isBeyond ? 98 : mentionsTime ? 90 : 55,
      place: 'edit-profile',
      what: `The service’s clock is ${seconds} seconds ${clock.offset > 0 ? 'ahead of' : 'behind'} this computer’s.`,
      evidence: [`Assertions are valid for ${own.profile.assertionLifetimeSeconds} seconds.`],
      remedy:
        'Synchronize this computer’s clock with a time server. If the service’s clock is wrong, turn on “Use the server’s time”.',
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

function kidCauses({ kidOwner, kid, active, own, commandLine }: DiagnosisFacts, { message }: Refusal): Suspicion[] {
  const mentionsKey = /\bkid\b|thumbprint|certificate|x5t|unknown key|no (?:matching )?key|jwks|signature/u.test(
    message,
  )
  const isSpelling = mentionsKey && /not written|spell|upper.?case|lower.?case|colon|format/u.test(message)
  const isMissing =
    mentionsKey && /not (?:been )?(?:uploaded|registered|found)|unknown|is not the thumbprint/u.test(message)
  const evidence = kid === undefined ? [] : [`Key ID: ${kid}.`]
  const suspicions: Suspicion[] = []
  if (kidOwner?.kind === 'other')
    suspicions.push({
      id: 'kid-of-other-certificate',
      weight: 96,
      place: 'edit-profile',
      what: `The key ID belongs to another certificate: ${kidOwner.subject} of “${kidOwner.profileName}”.`,
      evidence,
      remedy: 'Clear the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'unknown')
    suspicions.push({
      id: 'kid-unknown',
      weight: 96,
      place: 'edit-profile',
      what: 'The key ID doesn’t match any of your certificates.',
      evidence,
      remedy: 'Clear the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'active' && !(kidOwner.isAsConfirmed && kidOwner.isPortalSpelling)) {
    const confirmed = active?.confirmation?.thumbprint
    suspicions.push({
      id: 'kid-spelled-differently',
      // What the service says outranks what is guessed here.
      weight: isSpelling
        ? 97
        : !kidOwner.isAsConfirmed && (confirmed !== undefined || own.profile.kid !== '')
          ? 88
          : mentionsKey
            ? kidOwner.isPortalSpelling
              ? 56
              : 88
            : 42,
      ...kidPlace(kid, own.profile.kid),
      what: kidOwner.isAsConfirmed
        ? 'The key ID is spelled differently from what portals usually show. It must match the portal’s text exactly.'
        : confirmed === undefined
          ? 'The key ID may differ from the portal’s Thumbprint. It must match exactly.'
          : 'The key ID differs from the Thumbprint that you pasted from the portal.',
      evidence: [
        ...evidence,
        ...(confirmed === undefined || kidOwner.isAsConfirmed ? [] : [`Portal: ${confirmed}.`]),
        ...(kidOwner.isPortalSpelling || active === undefined
          ? []
          : [`Usual spelling: ${active.certificate.thumbprint.sha1}.`]),
      ],
      remedy:
        kid !== undefined && kid === own.profile.kid
          ? 'Clear the key ID in the profile’s settings, or paste the portal’s Thumbprint there. It is sent unchanged.'
          : 'Paste the Thumbprint from the portal. It is sent unchanged.',
    })
  }
  suspicions.push({
    id: 'certificate-not-uploaded',
    place: 'credentials',
    weight: isSpelling ? 39 : isMissing ? 87 : mentionsKey ? 70 : 40,
    what: 'The active certificate is not uploaded to the portal for this environment and client.',
    evidence: active === undefined ? [] : [`Certificate: ${active.certificate.subject}.`],
    remedy: 'Upload it on the portal’s Security page (Add Security, certificate use OAUTH).',
    command: `${commandLine} certificate list "${own.profile.name}"`,
  })
  if (message.includes('signature'))
    suspicions.push({
      id: 'key-does-not-fit',
      weight: 72,
      place: 'credentials',
      what: 'The service verified the signature with the key of another certificate.',
      evidence,
      remedy: 'Compare the portal’s Thumbprint with that of the active certificate, and confirm it here.',
    })
  return suspicions
}

/** Returns where a key ID is changed: in the settings if it comes from there, else in the confirmed thumbprint. */
function kidPlace(kid: string | undefined, ownKid: string): Pick<Suspicion, 'place'> {
  return { place: kid !== undefined && kid === ownKid ? 'edit-profile' : 'confirmation' }
}

function assertionCauses({ own, repeatedJti, jtiHelps }: DiagnosisFacts, { message }: Refusal): Suspicion[] {
  const { tokenUrl, assertionLifetimeSeconds: lifetime, includeJti } = own.profile
  const suspicions: Suspicion[] = []
  const mentionsAudience = /\baud\b|audience/u.test(message)
  if (endsWithSlash(tokenUrl))
    suspicions.push({
      id: 'token-url-slash',
      weight: mentionsAudience ? 93 : 62,
      place: 'edit-profile',
      what: 'The token URL ends with a slash, and so does the assertion’s aud, which must match exactly.',
      evidence: [`Token URL: ${tokenUrl}.`],
      remedy: 'Remove the slash, unless the portal shows it.',
    })
  else if (mentionsAudience)
    suspicions.push({
      id: 'token-url-wrong',
      weight: 80,
      place: 'edit-profile',
      what: 'The service expects a different aud in the assertion than the token URL.',
      evidence: [`Token URL: ${tokenUrl}.`],
      remedy: 'Copy the exact token URL from the portal.',
    })
  if (jtiHelps === true)
    suspicions.push({
      id: 'jti-needed',
      weight: 99,
      place: 'edit-profile',
      what: 'The service requires a jti in each assertion.',
      evidence: ['A second request with a jti succeeded.'],
      remedy: 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  else if (repeatedJti !== undefined || /\bjti\b/u.test(message))
    suspicions.push({
      id: includeJti ? 'jti-repeated' : 'jti-needed',
      place: 'edit-profile',
      weight: repeatedJti === undefined ? 90 : 97,
      what: includeJti
        ? 'The service has already seen this assertion’s jti.'
        : 'The service requires a jti in each assertion.',
      evidence: [
        repeatedJti === undefined
          ? `A jti is ${includeJti ? 'sent' : 'not sent'}.`
          : `An earlier assertion of this session had the same jti, ${repeatedJti}.`,
      ],
      remedy: includeJti
        ? 'Try again. Each assertion gets a new jti.'
        : 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  if (lifetime > maxStrictLifetime)
    suspicions.push({
      id: 'assertion-lifetime',
      place: 'edit-profile',
      weight: /lifetime|too long|too far|\bexp\b/u.test(message) ? 86 : 35,
      what: `The assertion is valid for ${lifetime} seconds, longer than strict services accept.`,
      evidence: ['The reference implementation uses 30 seconds.'],
      remedy: 'Set the assertion’s lifetime to 30 seconds.',
    })
  return suspicions
}

function targetCauses({ own }: DiagnosisFacts, { error, message }: Refusal): Suspicion[] {
  const { audience, environment, targetParameter, flavor } = own.profile
  const isAboutTarget = error === 'invalid_target' || /\b(?:resource|audience)\b/u.test(message)
  if (!isAboutTarget || flavor !== 'jwt') return error === 'invalid_target' ? [wrongTarget(audience, 70)] : []
  const advice = adviseOnAudience(audience, environment)
  const base = error === 'invalid_target' ? 85 : 50
  const suspicions = [wrongTarget(audience, base)]
  if (advice !== undefined)
    suspicions.push({
      id: parseAudience(audience) === undefined ? 'audience-wrong' : 'audience-of-other-environment',
      weight: base + 8,
      place: 'edit-profile',
      what: advice,
      evidence: [`Audience: “${audience}”.`],
      remedy: 'Copy the audience of this environment and product from the portal.',
    })
  if (
    new RegExp(`(?:missing|required).*(?:resource|audience)|(?:resource|audience).*(?:missing|required)`, 'u').test(
      message,
    )
  )
    suspicions.push({
      id: 'parameter-name',
      weight: 84,
      place: 'edit-profile',
      what: `The service expects the target in a parameter other than “${targetParameter}”.`,
      evidence: [`Sent as ${targetParameter}.`],
      remedy: 'Set “Audience parameter name” in the profile’s settings, for example to “resource”.',
    })
  return suspicions
}

function wrongTarget(audience: string, weight: number): Suspicion {
  return {
    id: 'audience-wrong',
    weight,
    place: 'edit-profile',
    what: 'The service doesn’t know this audience, or this client may not use it.',
    evidence: [`Audience: “${audience}”.`],
    remedy: 'Compare it with the portal. Expected format: prefix:uri:environment:product.',
  }
}

function scopeCauses({ own }: DiagnosisFacts, { error, message }: Refusal): Suspicion[] {
  const { scopes, scopeParameter } = own.profile
  if (error !== 'invalid_scope' && !/\bscopes?\b/u.test(message)) return []
  return [
    {
      id: 'scope-wrong',
      weight: error === 'invalid_scope' ? 92 : 60,
      place: 'edit-profile',
      what: scopes.includes(',')
        ? 'The scopes are separated by commas instead of spaces.'
        : 'A scope is unknown to the service, belongs to another product, or is not allowed for this client.',
      evidence: [scopes === '' ? 'No scopes are requested.' : `Requested scopes: ${scopes} (as ${scopeParameter}).`],
      remedy: 'Compare each scope with the portal, or request none.',
    },
  ]
}

function requestCauses({ own }: DiagnosisFacts, { error, message }: Refusal): Suspicion[] {
  if (error === 'unsupported_grant_type')
    return [
      {
        id: 'token-url-wrong',
        weight: 88,
        place: 'edit-profile',
        what: 'This endpoint doesn’t accept client_credentials. It is not the endpoint of this flavor.',
        evidence: [`Token URL: ${own.profile.tokenUrl}.`],
        remedy: 'Copy the token URL of this flavor from the portal.',
      },
    ]
  if (error !== 'invalid_request') return []
  const name = /(?<name>client_id|client_assertion|client_assertion_type|grant_type)/u.exec(message)?.groups?.['name']
  return [
    {
      id: 'parameter-name',
      weight: 65,
      place: 'edit-profile',
      what:
        name === undefined ? 'A parameter is missing or sent twice.' : `The parameter “${name}” is missing or invalid.`,
      evidence: [],
      remedy:
        name === 'client_id'
          ? 'Turn on “Send client_id in the body” in the profile’s settings.'
          : 'Compare “Request & response” on the Token page with the service’s documentation.',
    },
  ]
}
