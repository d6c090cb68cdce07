import { crc32 } from 'node:zlib'
import { ClavisError } from '#shared/errors.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Chunks for pixels, colors and size; none holds text or other files. */
const chunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'sBIT', 'tRNS', 'bKGD'])

/**
 * Makes sure that bytes are an intact PNG image without trailing data or chunks that are not displayed (W3C PNG, third
 * edition, section 5).
 * @returns its size in pixels
 * @throws `input-invalid`
 */
export function requirePlainPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (!signature.every((value, at) => bytes[at] === value)) refuse('it has no PNG signature')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = signature.length
  let size: { readonly width: number; readonly height: number } | undefined
  for (;;) {
    if (at + 12 > bytes.length) refuse('it is truncated')
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) refuse('it is truncated')
    if (!chunks.has(name)) refuse(`it has the chunk “${name}”`)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) refuse('it is damaged')
    if ((name === 'IHDR') !== (size === undefined)) refuse('its header is misplaced')
    if (name === 'IHDR') {
      if (length !== 13) refuse('its header has the wrong length')
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    at += 12 + length
    if (name === 'IEND') break
  }
  if (at !== bytes.length) refuse('it has data after its end')
  if (size === undefined || size.width === 0 || size.height === 0) refuse('it has no size')
  return size
}

function refuse(reason: string): never {
  throw new ClavisError('input-invalid', `This is not a plain PNG image: ${reason}.`, {
    hint: 'Nothing was saved. Try again. If it happens again, report the steps that led here.',
  })
}
