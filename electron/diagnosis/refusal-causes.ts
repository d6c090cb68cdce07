import { adviseOnAudience } from '../../shared/model/profile/audience.ts'
import { environmentNames } from '../../shared/model/profile/environment.ts'
import type { ClavisError } from '../../shared/model/errors/error.ts'
import { isOff } from '../http/service-clocks.ts'
import type { Facts } from './facts.ts'
import type { Suspicion } from './suspicion.ts'

/** The longest assertion lifetime that strict servers take, seconds. */
const usualLifetime = 300

/** What the token endpoint said, for finding words in it. */
interface Refusal {
  /** The `error` member (RFC 6749 §5.2); empty where there was none. */
  readonly error: string
  readonly words: string
  readonly status: unknown
}

/** What a refusal by the token endpoint means (RFC 6749 §5.2, RFC 8707 §2, RFC 7523 §3). */
export function refusalCauses(facts: Facts, failure: ClavisError): Suspicion[] {
  const error = String(failure.details?.['error'] ?? '')
  const refusal: Refusal = { error, words: failure.message.toLowerCase(), status: failure.details?.['status'] }
  const said = `The service answered “${error === '' ? String(failure.details?.['status'] ?? 'a refusal') : error}”.`
  return candidates(facts, refusal)
    .filter(({ weight }) => weight > 0)
    .map((suspicion) => ({ ...suspicion, evidence: [...suspicion.evidence, said] }))
}

function candidates(facts: Facts, refusal: Refusal): Suspicion[] {
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
    ...(isClient ? [] : clientCauses(facts, refusal).filter(({ weight }) => weight >= 90)),
  ]
}

/** The endpoint is not there: nobody has looked at the client yet. */
function addressCauses({ own }: Facts): Suspicion[] {
  const { tokenUrl } = own.profile
  const place = 'edit-profile' as const
  const evidence = [`The token URL is ${tokenUrl}.`]
  return [
    ...(endsWithSlash(tokenUrl)
      ? [
          {
            ...{ id: 'token-url-slash' as const, weight: 93, place, evidence },
            what: 'The token URL ends with a slash, and there is no endpoint under that address.',
            remedy: 'Take the slash away, unless the portal shows it.',
          },
        ]
      : []),
    {
      ...{ id: 'token-url-wrong', weight: 90, place, evidence },
      what: 'There is no token endpoint under this address.',
      remedy: 'Copy the token URL from the portal, to the letter.',
    },
  ]
}

function endsWithSlash(tokenUrl: string): boolean {
  return tokenUrl.endsWith('/') && new URL(tokenUrl).pathname !== '/'
}

const notAllowed: Suspicion = {
  ...{ id: 'client-not-allowed', weight: 75 },
  what: 'The portal does not allow this client to use this flavor.',
  evidence: [],
  remedy: 'Check the client’s settings in the portal, or ask the people who run it.',
}

function clientCauses(facts: Facts, refusal: Refusal): Suspicion[] {
  const usesSecret = facts.own.profile.clientAuthentication.startsWith('client_secret')
  return [
    ...(facts.own.profile.clientAuthentication === 'private_key_jwt' ? clockCauses(facts, refusal) : []),
    ...otherEnvironmentCauses(facts),
    ...(usesSecret ? secretCauses : kidCauses(facts, refusal)),
    ...certificateNotAskedFor(facts),
    ...(facts.own.profile.clientAuthentication === 'private_key_jwt' ? assertionCauses(facts, refusal) : []),
    {
      ...{ id: 'client-id-unknown', place: 'edit-profile' },
      weight: /client[ _]?id|unknown client|client .*(?:unknown|not found|not registered)|no client/u.test(
        refusal.words,
      )
        ? 85
        : 25,
      what: 'The service does not know this client ID.',
      evidence: [`It is ${facts.own.profile.clientId}.`],
      remedy: 'Copy the ClientId from this environment’s tab on the portal’s Security page.',
    },
  ]
}

const secretCauses: Suspicion[] = [
  {
    ...{ id: 'client-secret-wrong', weight: 60, place: 'credentials' },
    what: 'The client secret is not the one that the portal has now.',
    evidence: ['The client authenticates by a secret.'],
    remedy: 'Copy it once more from the portal’s Mock tab.',
  },
]

/** In mutual TLS the server has to ask for the client's certificate: else none is presented. */
function certificateNotAskedFor({ own, peer }: Facts): Suspicion[] {
  if (own.profile.clientAuthentication !== 'tls_client_auth' || peer?.asksForCertificate !== false) return []
  return [
    {
      ...{ id: 'client-certificate-refused', weight: 94, place: 'edit-profile' },
      what: 'The token endpoint’s host does not ask for a client certificate, so none was presented.',
      evidence: [`The token URL is ${own.profile.tokenUrl}.`],
      remedy:
        'Check that the token URL is the one for mutual TLS. A gateway in between may end the TLS connection before it.',
    },
  ]
}

function clockCauses({ clock, own }: Facts, { words }: Refusal): Suspicion[] {
  const speaks = /expired|\bexp\b|\biat\b|\bnbf\b|clock|future|not yet|time/u.test(words)
  if (clock === undefined || !isOff(clock))
    return speaks
      ? [
          {
            ...{ id: 'clock-wrong', weight: 45 },
            what: 'This computer’s clock or the assertion’s lifetime does not suit the service.',
            evidence: ['The service speaks of a time.'],
            remedy: 'Check the clock, and give the assertion a longer lifetime if answers are slow.',
            place: 'edit-profile',
          },
        ]
      : []
  const seconds = Math.round(Math.abs(clock.offset) / 1000)
  const isBeyond = Math.abs(clock.offset) > Math.min(30_000, own.profile.assertionLifetimeSeconds * 1000)
  return [
    {
      ...{ id: 'clock-wrong', weight: isBeyond ? 98 : speaks ? 90 : 55, place: 'edit-profile' },
      what: `The service’s clock is ${seconds} seconds ${clock.offset > 0 ? 'ahead of' : 'behind'} this computer’s.`,
      evidence: [`An assertion lives for ${own.profile.assertionLifetimeSeconds} seconds only.`],
      remedy: 'Set this computer’s clock by a time server. If the service’s is wrong, let assertions follow its clock.',
    },
  ]
}

function otherEnvironmentCauses({ own, all, active }: Facts): Suspicion[] {
  const others = all.filter(({ profile }) => profile.environment !== own.profile.environment)
  const suspicions: Suspicion[] = []
  const namesake = others.find(({ profile }) => profile.clientId === own.profile.clientId)
  if (namesake !== undefined)
    suspicions.push({
      ...{ id: 'client-id-of-other-environment', weight: 94, place: 'edit-profile' },
      what: `The client ID is that of “${namesake.profile.name}”, which is for ${environmentNames[namesake.profile.environment]}.`,
      evidence: ['Client IDs are distinct for each environment.'],
      remedy: `Copy the ClientId from the ${environmentNames[own.profile.environment]} tab of the portal’s Security page.`,
    })
  const twin = others.find(({ credentials }) =>
    credentials.some((each) => each.publicKeyFingerprint === active?.publicKeyFingerprint),
  )
  if (twin !== undefined)
    suspicions.push({
      ...{ id: 'key-of-other-environment', weight: 92, place: 'credentials' },
      what: `The active key is also one of “${twin.profile.name}”, which is for ${environmentNames[twin.profile.environment]}.`,
      evidence: ['Keys and certificates are distinct for each environment.'],
      remedy: 'Make a key for this environment alone, or activate the credential that belongs to it.',
    })
  return suspicions
}

function kidCauses({ kidOwner, kid, active, own, commandLine }: Facts, { words }: Refusal): Suspicion[] {
  const speaks = /\bkid\b|thumbprint|certificate|x5t|unknown key|no (?:matching )?key|jwks|signature/u.test(words)
  const evidence = kid === undefined ? [] : [`The kid is ${kid}.`]
  const suspicions: Suspicion[] = []
  if (kidOwner?.kind === 'other')
    suspicions.push({
      ...{ id: 'kid-of-other-certificate', weight: 96, place: 'edit-profile' },
      what: `The key ID is the thumbprint of another certificate: ${kidOwner.subject} of “${kidOwner.profileName}”.`,
      evidence,
      remedy: 'Empty the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'unknown')
    suspicions.push({
      ...{ id: 'kid-unknown', weight: 96, place: 'edit-profile' },
      what: 'The key ID is the thumbprint of none of your certificates.',
      evidence,
      remedy: 'Empty the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'active' && !kidOwner.isAsConfirmed)
    suspicions.push({
      ...{ id: 'kid-spelled-differently', place: 'credentials' },
      weight: active?.confirmation !== undefined || own.profile.kid !== '' ? 88 : speaks ? 56 : 42,
      what:
        active?.confirmation === undefined
          ? 'The key ID may be spelled in another way than the portal’s Thumbprint: it must match to the letter.'
          : 'The key ID is spelled in another way than the Thumbprint that was pasted from the portal.',
      evidence: [
        ...evidence,
        ...(active?.confirmation === undefined ? [] : [`The portal shows ${active.confirmation.thumbprint}.`]),
      ],
      remedy: 'Paste the Thumbprint from the portal: it is sent unchanged.',
    })
  suspicions.push({
    ...{ id: 'certificate-not-uploaded', place: 'credentials' },
    weight: speaks ? 70 : 40,
    what: 'The active certificate is not uploaded in this environment’s tab of the portal, or not for this client.',
    evidence: active === undefined ? [] : [`It is ${active.certificate.subject}.`],
    remedy: 'Upload it on the portal’s Security page (Add Security, certificate use OAUTH).',
    command: `${commandLine} certificate list "${own.profile.name}"`,
  })
  if (words.includes('signature'))
    suspicions.push({
      ...{ id: 'key-does-not-fit', weight: 72, place: 'credentials' },
      what: 'The service verified the signature with another certificate’s key.',
      evidence,
      remedy: 'Compare the portal’s Thumbprint with the active certificate’s, and confirm it here.',
    })
  return suspicions
}

function assertionCauses({ own, repeatedJti, jtiHelps }: Facts, { words }: Refusal): Suspicion[] {
  const { tokenUrl, assertionLifetimeSeconds: lifetime, includeJti } = own.profile
  const suspicions: Suspicion[] = []
  const speaksOfAudience = /\baud\b|audience/u.test(words)
  if (endsWithSlash(tokenUrl))
    suspicions.push({
      ...{ id: 'token-url-slash', weight: speaksOfAudience ? 93 : 62, place: 'edit-profile' },
      what: 'The token URL ends with a slash, so the assertion’s aud does too; the service compares it to the letter.',
      evidence: [`The token URL is ${tokenUrl}.`],
      remedy: 'Take the slash away, unless the portal shows it.',
    })
  else if (speaksOfAudience)
    suspicions.push({
      ...{ id: 'token-url-wrong', weight: 80, place: 'edit-profile' },
      what: 'The assertion’s aud, which is the token URL, is not the one that the service expects.',
      evidence: [`It is ${tokenUrl}.`],
      remedy: 'Copy the token URL from the portal, to the letter.',
    })
  if (jtiHelps === true)
    suspicions.push({
      ...{ id: 'jti-needed', weight: 99, place: 'edit-profile' },
      what: 'The service asks for a jti in each assertion.',
      evidence: ['A second request, with a jti, was given a token.'],
      remedy: 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  else if (repeatedJti !== undefined || /\bjti\b/u.test(words))
    suspicions.push({
      ...{ id: includeJti ? 'jti-repeated' : 'jti-needed', place: 'edit-profile' },
      weight: repeatedJti === undefined ? 90 : 97,
      what: includeJti
        ? 'The service has seen this assertion’s jti before.'
        : 'The service asks for a jti in each assertion.',
      evidence: [
        repeatedJti === undefined
          ? `A jti is ${includeJti ? 'sent' : 'not sent'}.`
          : `An earlier assertion of this session had the jti ${repeatedJti} too.`,
      ],
      remedy: includeJti
        ? 'Try again: each assertion has a new one.'
        : 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  if (lifetime > usualLifetime)
    suspicions.push({
      ...{ id: 'assertion-lifetime', place: 'edit-profile' },
      weight: /lifetime|too long|too far|\bexp\b/u.test(words) ? 86 : 35,
      what: `The assertion lives for ${lifetime} seconds, longer than strict services take.`,
      evidence: ['The reference implementation uses 30 seconds.'],
      remedy: 'Set its lifetime to 30 seconds.',
    })
  return suspicions
}

function targetCauses({ own }: Facts, { error, words }: Refusal): Suspicion[] {
  const { audience, environment, targetParameter, flavor } = own.profile
  const speaks = error === 'invalid_target' || /\b(?:resource|audience)\b/u.test(words)
  if (!speaks || flavor !== 'jwt') return error === 'invalid_target' ? [wrongTarget(audience, 70)] : []
  const advice = adviseOnAudience(audience, environment)
  const base = error === 'invalid_target' ? 85 : 50
  const suspicions = [wrongTarget(audience, base)]
  if (advice !== undefined)
    suspicions.push({
      ...{ id: audience !== '' && advice.includes('names') ? 'audience-of-other-environment' : 'audience-wrong' },
      ...{ weight: base + 8, place: 'edit-profile', what: advice, evidence: [`The audience is “${audience}”.`] },
      remedy: 'Copy the audience of this environment and product from the portal.',
    })
  if (
    new RegExp(`(?:missing|required).*(?:resource|audience)|(?:resource|audience).*(?:missing|required)`, 'u').test(
      words,
    )
  )
    suspicions.push({
      ...{ id: 'parameter-name', weight: 84, place: 'edit-profile' },
      what: `The service looks for the target under another name than “${targetParameter}”.`,
      evidence: [`It is sent as ${targetParameter}.`],
      remedy: 'Set the target parameter’s name in the profile’s settings, for example “resource”.',
    })
  return suspicions
}

function wrongTarget(audience: string, weight: number): Suspicion {
  return {
    ...{ id: 'audience-wrong', weight, place: 'edit-profile' },
    what: 'The service does not know this audience, or this client may not use it.',
    evidence: [`The audience is “${audience}”.`],
    remedy: 'Check it against the portal: <prefix>:uri:<environment>:<product>.',
  }
}

function scopeCauses({ own }: Facts, { error, words }: Refusal): Suspicion[] {
  const { scopes, scopeParameter } = own.profile
  if (error !== 'invalid_scope' && !/\bscopes?\b/u.test(words)) return []
  return [
    {
      ...{ id: 'scope-wrong', weight: error === 'invalid_scope' ? 92 : 60, place: 'edit-profile' },
      what: scopes.includes(',')
        ? 'The scopes are separated by commas; they are separated by spaces.'
        : 'A scope is unknown to the service, of another product, or not allowed for this client.',
      evidence: [scopes === '' ? 'No scope is asked for.' : `Asked for: ${scopes} (as ${scopeParameter}).`],
      remedy: 'Check each scope against the portal, or ask for none.',
    },
  ]
}

function requestCauses({ own }: Facts, { error, words }: Refusal): Suspicion[] {
  if (error === 'unsupported_grant_type')
    return [
      {
        ...{ id: 'token-url-wrong', weight: 88, place: 'edit-profile' },
        what: 'This endpoint does not take client_credentials: it is another one than this flavor’s.',
        evidence: [`The token URL is ${own.profile.tokenUrl}.`],
        remedy: 'Copy the token URL of this flavor from the portal.',
      },
    ]
  if (error !== 'invalid_request') return []
  const name = /(?<name>client_id|client_assertion|client_assertion_type|grant_type)/u.exec(words)?.groups?.['name']
  return [
    {
      ...{ id: 'parameter-name', weight: 65, place: 'edit-profile' },
      what:
        name === undefined
          ? 'The service misses a parameter, or finds one twice.'
          : `The service is not content with the parameter “${name}”.`,
      evidence: [],
      remedy:
        name === 'client_id'
          ? 'Turn on “Send client_id in the body” in the profile’s settings.'
          : 'Compare “Exchange” on the Token page with what the service asks for.',
    },
  ]
}
