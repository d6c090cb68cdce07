import { crc32 } from 'node:zlib'
import { ClavisError } from '../../shared/model/errors/error.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Chunks that hold the picture or say how its colours are meant and how large it is; none holds text or other files. */
const chunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'sBIT', 'tRNS', 'bKGD'])

/**
 * Makes sure that bytes are a PNG picture and nothing more (W3C PNG, third edition, section 5): whole, undamaged, without
 * anything behind its end and without chunks that do not show.
 * @returns its size in pixels
 * @throws `input-invalid`
 */
export function requirePlainPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (!signature.every((value, at) => bytes[at] === value)) refuse('it does not begin as one')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = signature.length
  let size: { readonly width: number; readonly height: number } | undefined
  for (;;) {
    if (at + 12 > bytes.length) refuse('it breaks off')
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) refuse('it breaks off')
    if (!chunks.has(name)) refuse(`it has a part “${name}”`)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) refuse('it is damaged')
    if ((name === 'IHDR') !== (size === undefined)) refuse('its header is not where it must be')
    if (name === 'IHDR') {
      if (length !== 13) refuse('its header is not as long as it must be')
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    at += 12 + length
    if (name === 'IEND') break
  }
  if (at !== bytes.length) refuse('something follows its end')
  if (size === undefined || size.width === 0 || size.height === 0) refuse('it has no size')
  return size
}

function refuse(reason: string): never {
  throw new ClavisError('input-invalid', `This is no plain PNG picture: ${reason}.`, {
    hint: 'Nothing was saved. If it happens again, report it with the steps that led here.',
  })
}
