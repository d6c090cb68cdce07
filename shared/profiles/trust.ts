import { z } from 'zod'
import { instantSchema } from './profile.ts'

/** SHA-256 over a DER certificate, upper-case hex without colons. */
export const certificateFingerprintSchema = z.string().regex(/^[0-9A-F]{64}$/u)

/** A certificate as shown before trusting it: public parts only. */
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

/** What a server presents over TLS. */
export const seenServerSchema = z.strictObject({
  /** Host and port. */
  host: z.string(),
  /** Whether this computer, with the profile's authorities, already trusts it. */
  isTrusted: z.boolean(),
  /** From the server's own certificate to the last received issuer. */
  certificates: z.array(seenCertificateSchema),
  /** The one to trust for this profile: the last authority, or the server's own if it is self-signed. */
  trustable: certificateFingerprintSchema.optional(),
})
export type SeenServer = z.infer<typeof seenServerSchema>

/** Formats a fingerprint in pairs: `AB:CD:…`. */
export function fingerprintInPairs(sha256: string): string {
  return (sha256.match(/../gu) ?? []).join(':')
}
