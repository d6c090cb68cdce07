import type { MeasureText } from '../../ui/drawing/text-width.ts'

/** Space around a cell's text, in pixels; two of them for the line beside a pinned column. */
export const cellPadding = 22

/** Returns a function that measures text without kerning. @param digit the width of every digit, if they are equally wide */
export function signMeasure(measure: MeasureText, digit?: number): MeasureText {
  const widths = new Map<string, number>()
  return (text) => {
    let sum = 0
    for (const sign of text) {
      let width = digit !== undefined && sign >= '0' && sign <= '9' ? digit : widths.get(sign)
      if (width === undefined) widths.set(sign, (width = measure(sign)))
      sum += width
    }
    return sum
  }
}

let measures: { readonly text: MeasureText; readonly number: MeasureText } | undefined

/**
 * Returns the width of a cell with this text or number, in pixels. A text counts each digit as its widest one, so that one
 * width fits all identifiers of the same length.
 */
export function cellWidth(text: string, kind: 'text' | 'number'): number {
  if (measures === undefined) {
    const plain = sampleMeasure('normal')
    measures = {
      text: signMeasure(plain, Math.max(...Array.from('0123456789', plain))),
      number: signMeasure(plain, sampleMeasure('tabular-nums')('0')),
    }
  }
  return measures[kind](text) + cellPadding
}

/** How often a sign is repeated to be measured. */
const repeated = 8

/** Measures signs in an element, because a canvas knows neither digits of equal width nor the page's font features. */
function sampleMeasure(digits: string): MeasureText {
  return (sign) => {
    const sample = document.createElement('span')
    sample.textContent = sign.repeat(repeated)
    Object.assign(sample.style, {
      position: 'absolute',
      visibility: 'hidden',
      whiteSpace: 'pre',
      fontSize: 'var(--mantine-font-size-sm)',
      fontKerning: 'none',
      fontVariantNumeric: digits,
    })
    document.body.append(sample)
    const { width } = sample.getBoundingClientRect()
    sample.remove()
    return width / repeated
  }
}

/** What a cell shows in place of a number that it is too narrow for: part of it would read as another number. */
export const cutNumber = '###'
