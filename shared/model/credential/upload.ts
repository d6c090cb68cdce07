import { z } from 'zod'

/** How many public certificates the portal takes in one upload (service document, section 8). */
export const certificatesPerUpload = 5

/** One file for the portal, as it was written. */
export const uploadFileSchema = z.strictObject({
  fileName: z.string(),
  certificates: z.int(),
  /** One line for each credential's certificate, in the file's order. */
  subjects: z.array(z.string()),
})
export type UploadFile = z.infer<typeof uploadFileSchema>

/** How many certificates, without chains, go into each upload. */
export function uploadCounts(certificates: number): number[] {
  return Array.from({ length: Math.ceil(certificates / certificatesPerUpload) }, (_each, index) =>
    Math.min(certificatesPerUpload, certificates - index * certificatesPerUpload),
  )
}

const countWords = ['no', 'one', 'two', 'three', 'four', 'five'] as const
const ordinals: Readonly<Record<number, string>> = { 6: 'sixth', 11: 'eleventh', 16: 'sixteenth', 21: 'twenty-first' }

/**
 * Which certificates are in which upload, e.g. `6 certificates: the first five are in upload 1, the sixth in upload 2.`
 * @param counts how many are in each file
 */
export function uploadWords(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const [only] = counts
  if (counts.length === 1 && only !== undefined)
    return total === 1 ? '1 certificate: one upload.' : `${total} certificates: one upload takes them all.`
  let before = 0
  const parts = counts.map((count, index) => {
    const which = partWords(before, count, index === counts.length - 1)
    before += count
    return `${which}${index === 0 ? (count === 1 ? ' is' : ' are') : ''} in upload ${index + 1}`
  })
  return `${total} certificates: ${parts.join(', ')}.`
}

function partWords(before: number, count: number, isLast: boolean): string {
  if (before === 0) return count === 1 ? 'the first' : `the first ${countWords[count] ?? count}`
  if (count === 1) return `the ${ordinals[before + 1] ?? (isLast ? 'last one' : 'next one')}`
  return `the ${isLast ? 'last' : 'next'} ${countWords[count] ?? count}`
}
