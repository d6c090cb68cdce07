import { strict } from '../unsupported.ts'

/** Electron's `NativeImage`, as far as the app uses it: holds the PNG it was created from. */
export class HostImage {
  readonly #png: Buffer
  readonly #scaleFactor: number
  #isTemplate = false

  constructor(png: Buffer, scaleFactor: number) {
    // Like Electron: empty if it is not an image.
    this.#png = png.subarray(0, 8).equals(signature) ? png : Buffer.alloc(0)
    this.#scaleFactor = scaleFactor
  }

  isEmpty(): boolean {
    return this.#png.length === 0
  }

  /** Returns the size in points; the first chunk of a PNG holds it in pixels (ISO/IEC 15948, section 11.2.2). */
  getSize(): { width: number; height: number } {
    if (this.isEmpty()) return { width: 0, height: 0 }
    const scale = this.#scaleFactor
    return { width: this.#png.readUInt32BE(16) / scale, height: this.#png.readUInt32BE(20) / scale }
  }

  toPNG(): Buffer {
    return Buffer.from(this.#png)
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate
  }

  isTemplateImage(): boolean {
    return this.#isTemplate
  }
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Electron's `nativeImage`, as far as the app uses it. */
export interface HostNativeImage {
  createFromBuffer: (png: Buffer, options?: { scaleFactor?: number }) => HostImage
}

export function createNativeImage(): HostNativeImage {
  return {
    createFromBuffer: (png, { scaleFactor = 1 } = {}) => strict('NativeImage', new HostImage(png, scaleFactor)),
  }
}
