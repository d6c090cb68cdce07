import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { describeUnknownClient, type PracticeClient, type UploadedCertificate } from '../state/practice-state.ts'
import { clientRefused, invalidRequest } from '../state/responses.ts'

export interface AssertionContext {
  /** The token URL, which `aud` must match exactly. */
  readonly tokenUrl: string
  /** Remembers an assertion's id; returns false if it was used before. */
  readonly isNew: (jti: string, until: number) => boolean
  /** Unix seconds, by the service's clock. */
  readonly now: number
}

interface AssertionRules extends AssertionContext {
  readonly clients: readonly PracticeClient[]
  /** Where clients are looked up, as named in a refusal: `neither … nor …`. */
  readonly tabs: string
  /** Whether each assertion must have an id; the document leaves it to the client. */
  readonly needsId: boolean
}

/** Seconds by which a client's clock may be ahead of the service's. */
const tolerance = 5

/** Maximum lifetime of an assertion, seconds: that of an access token in the document's example. */
const maxLifetime = 28_800

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const seconds = z.int().min(0)
const claimsSchema = z.strictObject({
  iat: seconds,
  exp: seconds,
  expires_in: z.int().min(1),
  sub: z.string().min(1),
  iss: z.string().min(1),
  aud: z.string(),
  nbf: seconds,
  jti: z.string().min(1).optional(),
})
type Claims = z.infer<typeof claimsSchema>

/** Checks the type of an assertion (RFC 7523 §2.2). @throws Refusal */
export function requireJwtBearer(type: string | undefined): void {
  if (type !== jwtBearer) throw invalidRequest(`“client_assertion_type” must be ${jwtBearer}.`)
}

/**
 * Checks an assertion against every rule of the service's document, section 2. Independent of the client's code, so
 * that one mistake can't hide another.
 * @returns the client ID that it proves
 * @throws Refusal
 */
export function checkAssertion(assertion: string, rules: AssertionRules): string {
  if (/\s/u.test(assertion)) throw clientRefused('The client assertion contains white space or line breaks.')
  const parts = assertion.split('.')
  const [headerPart, claimsPart, signaturePart] = parts
  if (parts.length !== 3 || headerPart === undefined || claimsPart === undefined || signaturePart === undefined)
    throw clientRefused('The client assertion is not a signed JWT of three parts.')
  const kid = readHeader(decodeJson(headerPart, 'header'))
  const claims = readClaims(decodeJson(claimsPart, 'body'))
  const signature = decode(signaturePart, 'signature')

  if (claims.sub !== claims.iss) throw clientRefused('“iss” must be the same as “sub”: the client ID.')
  const client = rules.clients.find(({ clientId }) => clientId === claims.sub)
  if (client === undefined)
    throw clientRefused(
      describeUnknownClient(`“sub” is the client ID of ${rules.tabs}: ${claims.sub}.`, claims.sub, rules.clients),
    )
  const certificate = findCertificate(kid, client.certificates)
  if (!verify('sha256', Buffer.from(`${headerPart}.${claimsPart}`), certificate.publicKey, signature))
    throw clientRefused('The signature doesn’t match the uploaded certificate’s key (RSA, SHA-256).')
  checkCertificateTime(certificate, rules.now)
  checkTimes(claims, rules.now)
  if (claims.aud !== rules.tokenUrl)
    throw clientRefused(`“aud” must be the token endpoint’s URL, ${rules.tokenUrl}, but is ${claims.aud}.`)
  if (claims.jti === undefined && rules.needsId) throw clientRefused('“jti” is missing.')
  if (claims.jti !== undefined && !rules.isNew(claims.jti, claims.exp))
    throw clientRefused('“jti” came before: an assertion is good once.')
  return claims.sub
}

function readHeader(header: unknown): string {
  const parsed = z.looseObject({ alg: z.unknown().optional(), kid: z.unknown().optional() }).safeParse(header)
  if (!parsed.success) throw clientRefused('The header is not a JSON object.')
  const { alg, kid, typ = 'JWT', ...others } = parsed.data
  if (alg !== 'RS256') throw clientRefused(`“alg” must be RS256, but is ${String(alg)}.`)
  if (typeof kid !== 'string') throw clientRefused('“kid” must be the Thumbprint that the portal shows.')
  // Libraries add `typ` by default (RFC 7519 §5.1); anything else could change the meaning of the signature.
  if (typ !== 'JWT') throw clientRefused(`“typ” must be JWT if present, but is ${String(typ)}.`)
  const [other] = Object.keys(others)
  if (other !== undefined) throw clientRefused(`The header has a field that is not in the document: ${other}.`)
  return kid
}

function readClaims(body: unknown): Claims {
  const parsed = claimsSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw clientRefused(`The body has a claim that is not in the document: ${issue.keys.join(', ')}.`)
  const claim = issue?.path[0]
  if (claim === undefined) throw clientRefused('The body is not a JSON object.')
  const isThere = typeof body === 'object' && body !== null && claim in body
  throw clientRefused(
    isThere ? `The claim “${String(claim)}” has the wrong type.` : `The claim “${String(claim)}” is missing.`,
  )
}

function findCertificate(kid: string, certificates: readonly UploadedCertificate[]): X509Certificate {
  if (certificates.length === 0) throw clientRefused('No certificate has been uploaded for this client in the portal.')
  const uploaded = certificates.find(({ thumbprint }) => thumbprint === kid)
  if (uploaded !== undefined) return new X509Certificate(uploaded.pem)
  // The most likely mistake is a spelling error.
  const plain = kid.replaceAll(/[^0-9a-f]/giu, '').toUpperCase()
  throw clientRefused(
    certificates.some(({ thumbprint }) => thumbprint === plain)
      ? '“kid” is an uploaded certificate’s Thumbprint, but not written as the portal shows it.'
      : '“kid” is not the Thumbprint of a certificate that was uploaded for this client.',
  )
}

function checkCertificateTime({ validFromDate, validToDate }: X509Certificate, now: number): void {
  if (validToDate.getTime() < now * 1000)
    throw clientRefused(`The uploaded certificate expired on ${validToDate.toISOString()}.`)
  if (validFromDate.getTime() > now * 1000)
    throw clientRefused(`The uploaded certificate is not valid before ${validFromDate.toISOString()}.`)
}

function checkTimes({ iat, nbf, exp, expires_in: lifetime }: Claims, now: number): void {
  if (nbf !== iat) throw clientRefused('“nbf” must equal “iat”.')
  if (exp !== iat + lifetime) throw clientRefused('“exp” must be “iat” plus “expires_in”.')
  if (lifetime > maxLifetime) throw clientRefused(`“expires_in” exceeds ${maxLifetime} seconds.`)
  if (iat > now + tolerance)
    throw clientRefused(`“iat” is ${iat - now} s in the future. The client’s clock seems to be ahead.`)
  // A JWT is not accepted on or after `exp` (RFC 7519 §4.1.4).
  if (exp <= now)
    throw clientRefused(`The assertion expired ${now - exp} s ago. The client’s clock seems to be behind.`)
}

/** Decodes base64url, strictly (RFC 7515 §2): no padding, no other letters, no stray bits. */
function decode(part: string, what: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (part === '' || bytes.toString('base64url') !== part)
    throw clientRefused(`The assertion’s ${what} is not base64url.`)
  return bytes
}

function decodeJson(part: string, what: string): unknown {
  const bytes = decode(part, what)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw clientRefused(`The assertion’s ${what} is not JSON.`)
  }
}
