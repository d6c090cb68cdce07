import { nativeImage, type NativeImage } from 'electron'

/** Creates an image from a PNG at double resolution. @param png base64 */
export function iconImage(png: string): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(png, 'base64'), { scaleFactor: 2 })
}
