import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { UploadedCertificate } from './practice-state.ts'

/** Which rule of the service's document an assertion broke, in words. */
export class AssertionRefusal extends Error {}

export interface AssertionRules {
  /** The one token URI: what `aud` must be, to the letter. */
  readonly tokenUrl: string
  /** The client that the assertion names, with what was uploaded for it. */
  readonly findClient: (clientId: string) => { readonly certificates: readonly UploadedCertificate[] } | undefined
  /** Remembers an assertion's id; false where it came before. */
  readonly isNew: (jti: string, until: number) => boolean
  /** Unix seconds. */
  readonly now: number
}

/** Seconds by which a client's clock may differ. */
const tolerance = 30

/** The longest lifetime of an assertion, seconds: that of an access token in the document's sample. */
const longestLifetime = 28_800

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

/**
 * Checks an assertion against every rule of the service's document, section 2. Written for this service alone: nothing
 * of the client's own code is used, so that one mistake cannot hide another.
 * @returns the client ID that it proves
 * @throws AssertionRefusal
 */
export function checkAssertion(assertion: string, rules: AssertionRules): string {
  if (/\s/u.test(assertion)) throw new AssertionRefusal('The client assertion has white space or line breaks in it.')
  const parts = assertion.split('.')
  const [headerPart, claimsPart, signaturePart] = parts
  if (parts.length !== 3 || headerPart === undefined || claimsPart === undefined || signaturePart === undefined)
    throw new AssertionRefusal('The client assertion is not a signed JWT of three parts.')
  const kid = readHeader(decode(headerPart, 'header'))
  const claims = readClaims(decode(claimsPart, 'body'))

  if (claims.sub !== claims.iss) throw new AssertionRefusal('“iss” must be the same as “sub”: the client ID.')
  const client = rules.findClient(claims.sub)
  if (client === undefined) throw new AssertionRefusal(`“sub” names no client of this service: ${claims.sub}.`)
  if (client.certificates.length === 0)
    throw new AssertionRefusal('No certificate has been uploaded for this client in the portal.')
  const uploaded = client.certificates.find(({ thumbprint }) => thumbprint === kid)
  if (uploaded === undefined) throw new AssertionRefusal(unknownKid(kid, client.certificates))

  const certificate = new X509Certificate(uploaded.pem)
  const signature = Buffer.from(signaturePart, 'base64url')
  if (!verify('sha256', Buffer.from(`${headerPart}.${claimsPart}`), certificate.publicKey, signature))
    throw new AssertionRefusal('The signature does not fit the uploaded certificate’s key.')
  if (certificate.validToDate.getTime() < rules.now * 1000)
    throw new AssertionRefusal(`The uploaded certificate ended on ${certificate.validToDate.toISOString()}.`)
  if (certificate.validFromDate.getTime() > rules.now * 1000)
    throw new AssertionRefusal('The uploaded certificate is not valid yet.')

  checkTimes(claims, rules.now)
  if (claims.aud !== rules.tokenUrl)
    throw new AssertionRefusal(`“aud” must be the token endpoint’s URL, ${rules.tokenUrl}, and is ${claims.aud}.`)
  if (claims.jti !== undefined && !rules.isNew(claims.jti, claims.exp))
    throw new AssertionRefusal('“jti” came before: an assertion is good once.')
  return claims.sub
}

function readHeader(header: unknown): string {
  const parsed = z.looseObject({ alg: z.unknown(), kid: z.unknown() }).safeParse(header)
  if (!parsed.success) throw new AssertionRefusal('The header needs “alg” and “kid”.')
  if (parsed.data.alg !== 'RS256') throw new AssertionRefusal(`“alg” must be RS256, and is ${String(parsed.data.alg)}.`)
  if (typeof parsed.data.kid !== 'string')
    throw new AssertionRefusal('“kid” must be the Thumbprint that the portal shows.')
  return parsed.data.kid
}

function readClaims(body: unknown): z.infer<typeof claimsSchema> {
  const parsed = claimsSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw new AssertionRefusal(`The body has a claim that the document does not name: ${issue.keys.join(', ')}.`)
  throw new AssertionRefusal(`The claim “${String(issue?.path[0] ?? '')}” is missing or of the wrong type.`)
}

function checkTimes({ iat, nbf, exp, expires_in: lifetime }: z.infer<typeof claimsSchema>, now: number): void {
  if (nbf !== iat) throw new AssertionRefusal('“nbf” must equal “iat”.')
  if (exp !== iat + lifetime) throw new AssertionRefusal('“exp” must be “iat” plus “expires_in”.')
  if (lifetime > longestLifetime) throw new AssertionRefusal(`“expires_in” is over ${longestLifetime} seconds.`)
  if (iat > now + tolerance)
    throw new AssertionRefusal(`“iat” is ${iat - now} s in the future. The client’s clock seems to be ahead.`)
  if (exp + tolerance < now)
    throw new AssertionRefusal(`The assertion ended ${now - exp} s ago. The client’s clock seems to be behind.`)
}

/** The likeliest mistake is one of spelling. */
function unknownKid(kid: string, certificates: readonly UploadedCertificate[]): string {
  const plain = kid.replaceAll(/[^0-9a-f]/giu, '').toUpperCase()
  return certificates.some(({ thumbprint }) => thumbprint === plain)
    ? '“kid” is an uploaded certificate’s Thumbprint, but not written as the portal shows it.'
    : '“kid” is not the Thumbprint of a certificate that was uploaded for this client.'
}

function decode(part: string, what: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/u.test(part)) throw new AssertionRefusal(`The assertion’s ${what} is not base64url.`)
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new AssertionRefusal(`The assertion’s ${what} is not JSON.`)
  }
}
