import { ClavisError } from '../../shared/model/error.ts'

/** The first byte of everything in DER that is a certificate, among others (X.690 §8.9). */
const derSequence = 0x30

/** How much the files of one drop may hold, bytes: far above any bundle of certificates, far below what hurts. */
const largestDrop = 1_000_000

/**
 * The certificates of dropped files as PEM text, one file after the other.
 * @throws ClavisError `certificate-unreadable` where something dropped is no file, or is far too large for one
 */
export async function textOfFiles(files: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[]): Promise<string> {
  if (files.length === 0) throw unreadable('What was dropped holds no file.')
  if (files.reduce((sum, { size }) => sum + size, 0) > largestDrop)
    throw unreadable('What was dropped is far too large to be certificates.')
  const texts = await Promise.all(files.map(async (file) => certificateText(await bytesOf(file))))
  return texts.join('\n')
}

async function bytesOf(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    // A folder looks like a file until it is read.
    throw unreadable(`“${file.name}” could not be read: it may be a folder, or gone.`, error)
  }
}

/** A file’s certificates as PEM text: text as it is, whatever its encoding; DER wrapped. */
export function certificateText(bytes: Uint8Array): string {
  if (isDer(bytes)) {
    const base64 = btoa(Array.from(bytes, (value) => String.fromCharCode(value)).join(''))
    return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/gu) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** Whether the bytes are one DER sequence to their end: text can begin with the same byte, the digit 0. */
function isDer(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes
  if (tag !== derSequence) return false
  if (length < 0x80) return bytes.length === 2 + length
  const digits = [...bytes.subarray(2, 2 + (length & 0x7f))]
  return bytes.length === 2 + digits.length + digits.reduce((sum, digit) => sum * 256 + digit, 0)
}

/** Windows’s editors save “Unicode” as UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function unreadable(message: string, cause?: unknown): ClavisError {
  return new ClavisError('certificate-unreadable', message, {
    hint: 'Drop certificate files (PEM or DER), or use Import certificate.',
    cause,
  })
}
