import { z } from 'zod'
import { instantSchema } from './profile.ts'

/** SHA-256 over a DER certificate, upper-case hex without colons. */
export const certificateFingerprintSchema = z.string().regex(/^[0-9A-F]{64}$/u)

/** A certificate as a person compares it before trusting it: public parts only. */
export const seenCertificateSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  sha256: certificateFingerprintSchema,
  notBefore: instantSchema,
  notAfter: instantSchema,
  /** Whether it may sign others (RFC 5280 §4.2.1.9). */
  isAuthority: z.boolean(),
})
export type SeenCertificate = z.infer<typeof seenCertificateSchema>

/** What a server shows of itself over TLS. */
export const seenServerSchema = z.strictObject({
  /** Host and port. */
  host: z.string(),
  /** Whether this computer, with the profile's authorities, trusts it already. */
  isTrusted: z.boolean(),
  /** From the server's own certificate to its last issuer that came. */
  certificates: z.array(seenCertificateSchema),
  /** The one to trust for this profile: the last authority, or a server's own where it signed itself. */
  trustable: certificateFingerprintSchema.optional(),
})
export type SeenServer = z.infer<typeof seenServerSchema>

/** A fingerprint in pairs, as operators read it out: `AB:CD:…`. */
export function fingerprintInPairs(sha256: string): string {
  return (sha256.match(/../gu) ?? []).join(':')
}
