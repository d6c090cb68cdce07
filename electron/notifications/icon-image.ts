import { nativeImage, type NativeImage } from 'electron'

/** @param png base64, twice as many pixels as points */
export function iconImage(png: string): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(png, 'base64'), { scaleFactor: 2 })
}
