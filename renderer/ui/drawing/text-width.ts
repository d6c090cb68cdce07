import { useEffect, useState } from 'react'

/** How wide a text is, in pixels. */
export type MeasureText = (text: string) => number

/** Measures text as the browser draws it in a font (CSS `font`); without a canvas, by the number of characters. */
export function measureIn(font: string): MeasureText {
  const context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * 6.4
  context.font = font
  return (text) => context.measureText(text).width
}

/** Truncates text to a width, with an ellipsis; empty if not even a few characters fit. */
export function fitText(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  let low = 0
  let high = characters.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(`${characters.slice(0, middle).join('').trimEnd()}…`) <= width) low = middle
    else high = middle - 1
  }
  return low < 3 ? '' : `${characters.slice(0, low).join('').trimEnd()}…`
}

/** Draws again once the window's font is loaded, which words are measured in. */
export function useFontsReady(): void {
  const [, setReady] = useState(false)
  useEffect(() => {
    void document.fonts.ready.then(() => setReady(true))
  }, [])
}
