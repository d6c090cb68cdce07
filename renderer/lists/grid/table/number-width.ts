import { measureIn, type MeasureText } from '../../../ui/drawing/text-width.ts'

/** The font of a cell, as in `record-table.module.css`. */
const cellFont = "12.5px 'Inter Variable', sans-serif"

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

/** Returns the width of a cell with this text or number, in pixels. */
export function cellWidth(text: string, kind: 'text' | 'number'): number {
  if (measures === undefined) {
    const measure = measureIn(cellFont)
    measures = { text: signMeasure(measure), number: signMeasure(measure, digitWidth()) }
  }
  return measures[kind](text) + cellPadding
}

/** Returns the width of a digit. A canvas knows no digits of equal width. */
function digitWidth(): number {
  const sample = document.createElement('span')
  sample.textContent = '0000000000'
  sample.style.font = cellFont
  sample.style.fontVariantNumeric = 'tabular-nums'
  sample.style.position = 'absolute'
  sample.style.visibility = 'hidden'
  document.body.append(sample)
  const { width } = sample.getBoundingClientRect()
  sample.remove()
  return width / 10
}

/** What a cell shows in place of a number that it is too narrow for: part of it would read as another number. */
export const cutNumber = '###'
