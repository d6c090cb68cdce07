import { ClavisError } from '../../../../shared/model/errors/error.ts'
import type { SvgPicture } from './chart-svg.tsx'

/** Pixels of the PNG per pixel of the drawing: sharp on paper and high-resolution screens. */
export const pngScale = 2

/** Renders a self-contained SVG picture as PNG, in Base64. */
export async function chartPng({ svg, width, height }: SvgPicture): Promise<string> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * pngScale
  canvas.height = height * pngScale
  const context = canvas.getContext('2d')
  if (context === null)
    throw new ClavisError('internal-fault', 'Couldn’t render the PNG: no canvas is available.', {
      hint: 'Save the chart as SVG.',
    })
  context.scale(pngScale, pngScale)
  context.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/u, '')
}
