import { Buffer } from 'node:buffer'
import { requirePlainPng } from './plain-png.ts'
import { requirePlainSvg } from './plain-svg.ts'

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
