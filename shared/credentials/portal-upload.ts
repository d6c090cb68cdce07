import { z } from 'zod'

/** Maximum number of public certificates per upload to the portal (service document, section 8). */
export const certificatesPerUpload = 5

export const uploadFileSchema = z.strictObject({
  fileName: z.string(),
  certificates: z.int(),
  /** One line for each credential's certificate, in the file's order. */
  subjects: z.array(z.string()),
})
export type UploadFile = z.infer<typeof uploadFileSchema>

/** Returns how many certificates, without chains, go into each upload. */
export function uploadCounts(certificates: number): number[] {
  return Array.from({ length: Math.ceil(certificates / certificatesPerUpload) }, (_each, index) =>
    Math.min(certificatesPerUpload, certificates - index * certificatesPerUpload),
  )
}

/**
 * Describes which certificates are in which upload, e.g. `6 certificates in 2 uploads: 1–5, 6`.
 * @param counts the number of certificates in each file
 */
export function uploadMessage(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const certificates = total === 1 ? '1 certificate' : `${total} certificates`
  if (counts.length === 1) return `${certificates} in 1 upload`
  let last = 0
  const ranges = counts.map((count) => {
    last += count
    return count === 1 ? String(last) : `${last - count + 1}–${last}`
  })
  return `${certificates} in ${counts.length} uploads: ${ranges.join(', ')}`
}
