/** A square image in PNG. */
export interface IconImage {
  /** Width and height, pixels. */
  readonly size: number
  readonly png: Buffer
}

/** Sizes of a Windows icon, pixels. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const

/** Sizes of a macOS icon, pixels, with the type of each entry (Icon Composer's: ic11 to ic14 are the "@2x" ones). */
export const icnsTypes = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic13', 'ic08'],
  512: ['ic14', 'ic09'],
  1024: ['ic10'],
} as const satisfies Record<number, readonly string[]>

/** Sizes of the icons that a Linux package installs, pixels. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const

/** Packs images into a Windows icon: a directory of 16-byte entries, then the PNGs. */
export function icoFile(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    // 0 stands for 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

/** Packs images into a macOS icon: entries of type, length and PNG. */
export function icnsFile(images: readonly IconImage[]): Buffer {
  const types: Readonly<Record<number, readonly string[]>> = icnsTypes
  const entries = images.flatMap(({ size, png }) => (types[size] ?? []).map((type) => entry(type, png)))
  return entry('icns', Buffer.concat(entries))
}

function entry(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([header, content])
}
