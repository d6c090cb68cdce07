import { z } from 'zod'
import { instantSchema } from '../profile/profile.ts'

/** What the linter looks for. */
export const lintRules = [
  'key-too-short',
  'sha1-signature',
  'client-auth-missing',
  'validity-too-long',
  'ends-soon',
  'ended',
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

/** Something that is wrong with a certificate or CSR, or will be. */
export const lintFindingSchema = z.strictObject({
  rule: z.enum(lintRules),
  about: z.enum(['certificate', 'csr', 'profile']),
  /** `error`: the service may refuse it; `warning`: it will cause trouble; `note`: worth knowing. */
  severity: z.enum(['error', 'warning', 'note']),
  what: z.string(),
  why: z.string(),
  remedy: z.string(),
})
export type LintFinding = z.infer<typeof lintFindingSchema>

/** One certificate of a chain and whether the next one signed it. */
export const chainLinkSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  notBefore: instantSchema,
  notAfter: instantSchema,
  /** SHA-256 over its DER, upper-case hex. */
  sha256: z.string(),
  /**
   * `verified`: the next one's key verifies its signature; `root`: it signed itself; `issuer-missing`: the one that
   * signed it is not there; `broken`: the next one did not sign it.
   */
  signature: z.enum(['verified', 'root', 'issuer-missing', 'broken']),
})
export type ChainLink = z.infer<typeof chainLinkSchema>

/** A close look at a certificate, computed from its DER. */
export const certificateInspectionSchema = z.strictObject({
  isAuthority: z.boolean(),
  /** In the words of RFC 5280 §4.2.1.3; undefined where the certificate does not limit them. */
  keyUsages: z.array(z.string()).optional(),
  /** RFC 5280 §4.2.1.12; undefined where the certificate does not limit them. */
  extendedKeyUsages: z.array(z.string()).optional(),
  /** The certificate itself first, then those that came with it. */
  chain: z.array(chainLinkSchema),
  /** Laid out as `openssl x509 -text` does. */
  text: z.string(),
})
export type CertificateInspection = z.infer<typeof certificateInspectionSchema>

/** A close look at a credential. */
export const credentialInspectionSchema = z.strictObject({
  certificate: certificateInspectionSchema.optional(),
  /** The CSR laid out as `openssl req -text` does. */
  requestText: z.string().optional(),
  findings: z.array(lintFindingSchema),
})
export type CredentialInspection = z.infer<typeof credentialInspectionSchema>
