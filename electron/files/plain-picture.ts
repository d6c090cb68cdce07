import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { ClavisError } from '#shared/errors.ts'

/** A picture as the page hands it over. */
export type Picture =
  | { readonly format: 'svg'; readonly svg: string }
  | { readonly format: 'png'; readonly base64: string }

/** Returns the content of a picture's file once it is known to be plain: nothing in it runs, loads or hides data. @throws `input-invalid` */
export function plainPicture(picture: Picture): string | Buffer {
  if (picture.format === 'svg') {
    requirePlainSvg(picture.svg)
    return picture.svg
  }
  const png = Buffer.from(picture.base64, 'base64')
  requirePlainPng(png)
  return png
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Elements that only draw or describe (SVG 2); none runs, loads, links or styles anything. */
const svgElements = new Set('svg title desc defs g pattern rect line path circle polygon text tspan'.split(' '))

/** Attributes that only place, paint or describe. None takes a URL except for a paint in the same file. */
const svgAttributes = new Set(
  (
    'xmlns version viewBox width height x y x1 x2 y1 y2 cx cy r rx ry d points id transform color role lang ' +
    'fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linejoin stroke-linecap opacity ' +
    'font-family font-size font-weight text-anchor dominant-baseline letter-spacing ' +
    'patternUnits patternTransform paint-order pointer-events aria-hidden aria-label focusable'
  ).split(' '),
)

/** A reference within the same file, or none. */
const harmlessValue = /^(?:url\(#[\w-]+\)|(?!.*(?:url\(|image\(|src\(|javascript:|\\)).*)$/isu

/**
 * Makes sure that a text is a plain SVG image: well-formed XML with only elements and attributes that draw or describe.
 * An allow list refuses scripts, foreign content, styles, links, entities and external references in any spelling.
 * @throws `input-invalid`
 */
export function requirePlainSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('error', (error) => refuse('SVG', `it is not well-formed XML (${error.message})`))
  parser.on('doctype', () => refuse('SVG', 'it has a document type declaration'))
  parser.on('processinginstruction', () => refuse('SVG', 'it has a processing instruction'))
  parser.on('opentag', ({ local, uri, attributes: given }) => {
    if (uri !== svgNamespace || !svgElements.has(local)) refuse('SVG', `it has the element “${local}”`)
    if (depth === 0 && local !== 'svg') refuse('SVG', 'its root is not “svg”')
    depth += 1
    for (const { name, value } of Object.values(given)) {
      if (!svgAttributes.has(name)) refuse('SVG', `it has the attribute “${name}”`)
      if (name !== 'aria-label' && !harmlessValue.test(value))
        refuse('SVG', `its attribute “${name}” refers to something outside the file`)
    }
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Chunks for pixels, colors and size; none holds text or other files. */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'sBIT', 'tRNS', 'bKGD'])

/**
 * Makes sure that bytes are an intact PNG image without trailing data or chunks that are not displayed (W3C PNG, third
 * edition, section 5).
 * @returns its size in pixels
 * @throws `input-invalid`
 */
export function requirePlainPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (!pngSignature.every((value, at) => bytes[at] === value)) refuse('PNG', 'it has no PNG signature')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = pngSignature.length
  let size: { readonly width: number; readonly height: number } | undefined
  for (;;) {
    if (at + 12 > bytes.length) refuse('PNG', 'it is truncated')
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) refuse('PNG', 'it is truncated')
    if (!pngChunks.has(name)) refuse('PNG', `it has the chunk “${name}”`)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      refuse('PNG', 'it is damaged')
    if ((name === 'IHDR') !== (size === undefined)) refuse('PNG', 'its header is misplaced')
    if (name === 'IHDR') {
      if (length !== 13) refuse('PNG', 'its header has the wrong length')
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    at += 12 + length
    if (name === 'IEND') break
  }
  if (at !== bytes.length) refuse('PNG', 'it has data after its end')
  if (size === undefined || size.width === 0 || size.height === 0) refuse('PNG', 'it has no size')
  return size
}

function refuse(format: 'SVG' | 'PNG', reason: string): never {
  throw new ClavisError('input-invalid', `This is not a plain ${format} image: ${reason}.`, {
    hint: 'Nothing was saved. Try again. If it happens again, report the steps that led here.',
  })
}
