import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What XML 1.0 has no place for (§2.2), should a name or a value hold it. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Writes a drawing as an SVG file that stands alone: the system's plain font, no script, no style sheet and no reference
 * to the outside. Only saving needs this, and what turns elements into text with it: import it when it is needed.
 */
export function svgFile(
  frame: {
    readonly title: string
    readonly description: string
    readonly width: number
    readonly height: number
    readonly surface: string
    readonly ink: string
    /** Where the title stands, in pixels. */
    readonly titleAt: { readonly x: number; readonly y: number }
  },
  drawing: ReactNode,
): string {
  const { title, description, width, height, surface, ink, titleAt } = frame
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="sans-serif"
      role="img"
    >
      <title>{title}</title>
      <desc>{description}</desc>
      <rect width={width} height={height} fill={surface} />
      <text {...titleAt} fontSize={18} fontWeight={600} fill={ink}>
        {title}
      </text>
      {drawing}
    </svg>,
  ).replaceAll(notXml, '')
}
