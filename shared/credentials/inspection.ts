import { z } from 'zod'
import { instantSchema } from '../profiles/profile.ts'

export const lintRules = [
  'key-too-short',
  'sha1-signature',
  'client-auth-missing',
  'validity-too-long',
  'expires-soon',
  'expired',
  'not-yet-valid',
  'subject-incomplete',
  'certificate-authority',
  'issuer-not-verified',
  'common-name-shared',
  'key-shared',
  'certificate-shared',
  'client-id-shared',
  'endpoint-shared',
] as const

/** A present or future problem of a certificate or CSR. */
export const lintFindingSchema = z.strictObject({
  rule: z.enum(lintRules),
  about: z.enum(['certificate', 'csr', 'profile']),
  /** `error`: the service may refuse it; `warning`: it will cause problems; `note`: worth knowing. */
  severity: z.enum(['error', 'warning', 'note']),
  what: z.string(),
  why: z.string(),
  remedy: z.string(),
})
export type LintFinding = z.infer<typeof lintFindingSchema>

/** A certificate of a chain, and whether the next one signed it. */
export const chainLinkSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  notBefore: instantSchema,
  notAfter: instantSchema,
  /** SHA-256 over its DER, upper-case hex. */
  sha256: z.string(),
  /**
   * `verified`: the next one's key verifies its signature; `root`: self-signed; `issuer-missing`: its issuer is not in
   * the chain; `broken`: the next one did not sign it.
   */
  signature: z.enum(['verified', 'root', 'issuer-missing', 'broken']),
})
export type ChainLink = z.infer<typeof chainLinkSchema>

/** Details of a certificate, computed from its DER. */
export const certificateInspectionSchema = z.strictObject({
  isAuthority: z.boolean(),
  /** As named in RFC 5280 §4.2.1.3; undefined if the certificate doesn't restrict them. */
  keyUsages: z.array(z.string()).optional(),
  /** RFC 5280 §4.2.1.12; undefined if the certificate doesn't restrict them. */
  extendedKeyUsages: z.array(z.string()).optional(),
  /** The certificate itself first, then those imported with it. */
  chain: z.array(chainLinkSchema),
  /** Formatted like `openssl x509 -text`. */
  text: z.string(),
})
export type CertificateInspection = z.infer<typeof certificateInspectionSchema>

export const credentialInspectionSchema = z.strictObject({
  certificate: certificateInspectionSchema.optional(),
  /** The CSR formatted like `openssl req -text`. */
  requestText: z.string().optional(),
  findings: z.array(lintFindingSchema),
})
export type CredentialInspection = z.infer<typeof credentialInspectionSchema>
