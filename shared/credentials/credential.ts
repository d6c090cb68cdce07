import { z } from 'zod'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'
import { credentialIdSchema } from './credential-id.ts'

/** Sizes of RSA keys that Clavis creates, in bits. */
export const keySizes = [2048, 3072, 4096] as const
export const keySizeSchema = z.union([z.literal(2048), z.literal(3072), z.literal(4096)])
export type KeySize = z.infer<typeof keySizeSchema>

/** Subject of a CSR (RFC 2986 §4.1, attribute types of RFC 5280 appendix A). Empty fields are left out of the CSR. */
export const subjectSchema = z.strictObject({
  commonName: z.string().trim().min(1, 'Enter a common name.').max(64, 'At most 64 characters (RFC 5280).'),
  organization: z.string().trim().max(64, 'At most 64 characters (RFC 5280).'),
  organizationalUnit: z.string().trim().max(64, 'At most 64 characters (RFC 5280).'),
  locality: z.string().trim().max(128, 'At most 128 characters (RFC 5280).'),
  state: z.string().trim().max(128, 'At most 128 characters (RFC 5280).'),
  country: z
    .string()
    .trim()
    .regex(/^(?:[A-Z]{2})?$/u, 'Use the two-letter country code in capitals, for example DE (ISO 3166).'),
  emailAddress: z.union([z.literal(''), z.email('Enter an email address, or leave this empty.')]),
})
export type Subject = z.infer<typeof subjectSchema>

/** A subject without attributes, to fill in. */
export const emptySubject: Subject = {
  commonName: '',
  organization: '',
  organizationalUnit: '',
  locality: '',
  state: '',
  country: '',
  emailAddress: '',
}

/** Returns whether two subjects have the same values, apart from spaces around them. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  return subjectSchema.keyof().options.every((field) => one[field].trim() === other[field].trim())
}

/** An incomplete subject, whose common name may be empty. */
export const subjectSuggestionSchema = subjectSchema.extend({ commonName: z.string() })

/** Labels of at most 63 characters (RFC 1123 §2.1); the last one isn't a number, else it is an IP address. */
const hostPattern =
  /^(?!.{254})(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!(?:\d+|0x[\da-f]*)$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/iu

function isHost(text: string): boolean {
  return hostPattern.test(text) || z.ipv4().safeParse(text).success || z.ipv6().safeParse(text.slice(1, -1)).success
}

/** Returns whether a text has only a URI's characters (RFC 3986, RFC 3987) and a host if it has an authority. */
function isUri(text: string): boolean {
  const { scheme, authority } =
    /^(?<scheme>[a-z][a-z\d+.-]*):(?=.)(?:\/\/(?<authority>[^/?#]*)(?![^/?#]))?[^\s\p{Cc}"<>\\^`{|}]*$/iu.exec(text)
      ?.groups ?? {}
  if (scheme === undefined || authority === undefined) return scheme !== undefined && !/^https?$/iu.test(scheme)
  const host = authority.replace(/^.*@/u, '').replace(/:\d*$/u, '')
  return isHost(host) || /\P{ASCII}/u.test(host)
}

/** A subject alternative name as it is stored; releases before this one accepted more than a CSR can contain. */
export const storedAlternativeNameSchema = z.strictObject({
  type: z.enum(['dns', 'ip', 'email', 'uri']),
  value: z.string(),
})
export type SubjectAlternativeName = z.infer<typeof storedAlternativeNameSchema>

/** A subject alternative name of a new CSR (RFC 5280 §4.2.1.6). */
export const subjectAlternativeNameSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('dns'),
    value: z
      .string()
      .trim()
      .refine(
        (value) => hostPattern.test(value.replace(/^\*\./u, '')),
        'Enter a host name, for example pay.example.com.',
      )
      .max(253),
  }),
  z.strictObject({
    type: z.literal('ip'),
    value: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address, for example 192.0.2.7.'),
  }),
  z.strictObject({
    type: z.literal('email'),
    value: z
      .email('Enter an email address.')
      .refine((value) => /^.{1,64}@/u.test(value) && isHost(value.replace(/^.*@/u, '')), 'Enter an email address.'),
  }),
  z.strictObject({
    type: z.literal('uri'),
    value: z
      .string()
      .trim()
      .refine(isUri, 'Enter a full address, for example https://pay.example.com.')
      .pipe(
        // Of a host that isn't ASCII, this checks the punycode.
        z.url({
          hostname: /^(?!\.|.*\.\.|.*[^.]{64})/u,
          error: 'Enter a full address, for example https://pay.example.com.',
        }),
      ),
  }),
])

/** Fingerprints of a certificate's DER in every form that portals show. */
export const thumbprintSchema = z.strictObject({
  /** 40 upper-case hex digits. */
  sha1: z.string(),
  /** 64 upper-case hex digits. */
  sha256: z.string(),
  /** base64url of the SHA-1 bytes, as in JWS `x5t` (RFC 7515 §4.1.7). */
  sha1Base64Url: z.string(),
  /** base64url of the SHA-256 bytes, as in JWS `x5t#S256` (RFC 7515 §4.1.8). */
  sha256Base64Url: z.string(),
})
export type Thumbprint = z.infer<typeof thumbprintSchema>

/** The displayed data of a certificate. */
export const certificateSchema = z.strictObject({
  /** One line each, most specific first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
  subject: z.string(),
  issuer: z.string(),
  /** Upper-case hex digits. */
  serialNumber: z.string(),
  notBefore: instantSchema,
  notAfter: instantSchema,
  keySize: z.int(),
  signatureAlgorithm: z.string(),
  subjectAlternativeNames: z.array(z.string()),
  thumbprint: thumbprintSchema,
  pem: z.string(),
  /** Certificates imported with it, issuer by issuer, PEM; empty if there were none. */
  chain: z.array(z.string()),
  /** The certificate of the chain that expires first, if it expires before this one. Derived from the chain. */
  chainExpiry: z.strictObject({ subject: z.string(), notAfter: instantSchema }).optional(),
  /** Its own issuer, if it is sent and expires before this one. Derived from the chain. */
  issuerExpiry: z.strictObject({ subject: z.string(), notAfter: instantSchema }).optional(),
  importedAt: instantSchema,
})
export type Certificate = z.infer<typeof certificateSchema>

/** Content of a new CSR, as it is suggested. */
export const requestSuggestionSchema = z.strictObject({
  subject: subjectSuggestionSchema,
  subjectAlternativeNames: z.array(storedAlternativeNameSchema),
  /** Attributes that the subject has no field for, e.g. `DC=example`: they stay as long as the subject is this one. */
  moreAttributes: z.array(z.string()).optional(),
})
export type RequestSuggestion = z.infer<typeof requestSuggestionSchema>

/** A CSR saved with the credential. Public: it contains only the public key and the subject. */
export const certificateRequestSchema = z.strictObject({
  /** The attributes that the form has a field for. */
  subject: subjectSuggestionSchema,
  subjectAlternativeNames: z.array(storedAlternativeNameSchema),
  pem: z.string(),
  createdAt: instantSchema,
  /** When it was last saved or copied, and to which file. */
  exported: z.strictObject({ at: instantSchema, fileName: z.string().optional() }).optional(),
})
export type CertificateRequest = z.infer<typeof certificateRequestSchema>

/** What the portal's Security page showed for a certificate, exactly as pasted. */
export const confirmationSchema = z.strictObject({
  thumbprint: z.string(),
  confirmedAt: instantSchema,
})

const credentialCommon = {
  id: credentialIdSchema,
  profileId: profileIdSchema,
  keySize: z.int(),
  /** SHA-256 over the key's SubjectPublicKeyInfo DER, upper-case hex, by which certificates are matched. */
  publicKeyFingerprint: z.string(),
  /** SubjectPublicKeyInfo, PEM. */
  publicKeyPem: z.string(),
  createdAt: instantSchema,
} as const

/**
 * A credential: an RSA key pair with its CSR and certificate (decision 004). The private key is only in the
 * keychain, under the credential's id. Expiry is not a state: it is computed from certificate and clock.
 */
export const credentialSchema = z.discriminatedUnion('state', [
  z.strictObject({
    ...credentialCommon,
    state: z.literal('key-created'),
    request: certificateRequestSchema.optional(),
  }),
  z.strictObject({ ...credentialCommon, state: z.literal('csr-exported'), request: certificateRequestSchema }),
  z.strictObject({
    ...credentialCommon,
    state: z.literal('certificate-imported'),
    request: certificateRequestSchema.optional(),
    certificate: certificateSchema,
  }),
  z.strictObject({
    ...credentialCommon,
    state: z.literal('confirmed'),
    request: certificateRequestSchema.optional(),
    certificate: certificateSchema,
    confirmation: confirmationSchema,
  }),
  z.strictObject({
    ...credentialCommon,
    state: z.literal('active'),
    request: certificateRequestSchema.optional(),
    certificate: certificateSchema,
    confirmation: confirmationSchema.optional(),
    activatedAt: instantSchema,
  }),
  z.strictObject({
    ...credentialCommon,
    state: z.literal('retired'),
    request: certificateRequestSchema.optional(),
    certificate: certificateSchema.optional(),
    confirmation: confirmationSchema.optional(),
    retiredAt: instantSchema,
    /** Set if its private key was deleted from the keychain. */
    keyDestroyedAt: instantSchema.optional(),
  }),
])
export type Credential = z.infer<typeof credentialSchema>
export type CredentialState = Credential['state']

/** Returns whether the credential's private key was deleted and not restored. */
export function isKeyDestroyed(credential: Credential): boolean {
  return credential.state === 'retired' && credential.keyDestroyedAt !== undefined
}

/** The forms in which portals show a thumbprint. */
const thumbprintEncodingSchema = z.enum(['sha1-hex', 'sha256-hex', 'sha1-base64url', 'sha256-base64url'])
export type ThumbprintEncoding = z.infer<typeof thumbprintEncodingSchema>

/** The certificate that matches a pasted thumbprint, and the detected encoding. */
export const thumbprintMatchSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('match'),
    credentialId: credentialIdSchema,
    encoding: thumbprintEncodingSchema,
  }),
  z.strictObject({
    /** Another profile's certificate. */
    kind: z.literal('elsewhere'),
    profileId: profileIdSchema,
    profileName: z.string(),
    subject: z.string(),
    encoding: thumbprintEncodingSchema,
  }),
  /** Matches no certificate of any profile. */
  z.strictObject({ kind: z.literal('none') }),
])
export type ThumbprintMatch = z.infer<typeof thumbprintMatchSchema>
