import { expect, test } from 'vitest'
import { oddCapitals } from '../../json/json-reader.ts'
import { capitalOf } from './needle-encodings.ts'

test('each letter’s capital is the usual one or an odd one', () => {
  const missing: string[] = []
  for (let code = 0x80; code <= 0x10_ffff; code += 1) {
    const capital = String.fromCodePoint(code)
    const letter = capital.toLowerCase()
    const isKnown = letter === capital || capitalOf(letter) === capital || oddCapitals.includes(capital)
    if (!isKnown) missing.push(`U+${code.toString(16)}`)
  }
  expect(missing).toEqual([])
  // They are looked for by their code units.
  expect(oddCapitals.filter((capital) => capital.length !== 1)).toEqual([])
})
