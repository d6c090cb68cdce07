import { expect, test } from 'vitest'
import { hasHiddenCharacters, isolatedLine, visibleJson, visibleLine, visibleText } from './visible-text.ts'

test.each([
  ['an escape sequence', 'a\u001B]0;title\u0007b', String.raw`a\u001B]0;title\u0007b`],
  ['C1, which some terminals obey', 'a\u009B31mb\u0085', String.raw`a\u009B31mb\u0085`],
  ['a carriage return that would write over the line', 'failed\rok', String.raw`failed\u000Dok`],
  ['a turned reading direction', 'exe\u202Egpj.a', String.raw`exe\u202Egpj.a`],
  ['isolates and marks', '\u2066\u2069\u200E\u200F\u061C', String.raw`\u2066\u2069\u200E\u200F\u061C`],
  ['line separators', 'a\u2028b\u2029', String.raw`a\u2028b\u2029`],
  ['what has no width', 'a\u200Bb\u2060c\uFEFFd\u00AD\u3164', String.raw`a\u200Bb\u2060c\uFEFFd\u00AD\u3164`],
  ['tags', 'a\u{E0041}', String.raw`a\u{E0041}`],
  ['joiners between letters that do not join', 'Pro\u200Dd\u200C', String.raw`Pro\u200Dd\u200C`],
  ['delete', '\u007F\u0000', String.raw`\u007F\u0000`],
])('Visible text: shows %s', (_what, text, shown) => {
  expect(hasHiddenCharacters(text)).toBe(true)
  expect(visibleLine(text)).toBe(shown)
  expect(visibleText(text)).toBe(shown)
  expect(JSON.parse(visibleJson(JSON.stringify(text)))).toBe(text)
  expect(hasHiddenCharacters(visibleJson(JSON.stringify(text)))).toBe(false)
})

test.each([
  'Zürich – „Straße“',
  'שלום עולם',
  'السلام عليكم',
  'می‌خواهم',
  'क्‍ष',
  '家族 👨‍👩‍👧 ❤️ 👍🏽',
  'e\u0301',
  '100\u00A0%',
  '한국어',
])('Visible text: leaves %s unchanged', (text) => {
  expect(hasHiddenCharacters(text)).toBe(false)
  expect(visibleLine(text)).toBe(text)
  expect(visibleJson(JSON.stringify(text))).toBe(JSON.stringify(text))
})

test.each([
  [
    'a part from right to left',
    `is ${isolatedLine('תם 12')}, or ${isolatedLine('تم')}`,
    'is \u2068תם 12\u2069, or \u2068تم\u2069',
  ],
  ['the hidden characters in one', isolatedLine('תם\u202E\u2068'), '\u2068תם\\u202E\\u2068\u2069'],
  ['a mark without the other', '\u2068תם', '\\u2068תם'],
  ['the other one', 'תם\u2069', 'תם\\u2069'],
  ['marks within marks', '\u2068\u2066תם\u2069', '\\u2068\\u2066תם\\u2069'],
  ['marks around nothing from right to left', '\u2068a\u2069', '\\u2068a\\u2069'],
])('visibleText: leaves only the marks that isolatedLine sets, in %s', (_what, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('visibleText: keeps the line breaks and tabs of a text, and no other hidden characters', () => {
  expect(visibleText('a\r\n\tb\nc\rd')).toBe('a\r\n\tb\nc\\u000Dd')
  expect(visibleLine('a\r\n\tb')).toBe(String.raw`a\u000D\u000A\u0009b`)
  expect(visibleJson('{\n  "a": "\u202E"\n}')).toBe('{\n  "a": "\\u202E"\n}')
})
