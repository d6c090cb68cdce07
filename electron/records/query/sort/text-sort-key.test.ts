import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RecordDatabase } from '../../record-database.ts'
import { rounds } from '../../../testing/rounds.ts'
import { pageOf } from '../../testing/page-text.ts'
import { alphabets, arabic, type WeighedCharacters } from './collation-weights.ts'
import { TextOrder } from './text-sort-key.ts'

// Languages that order letters unlike English: of their own, as pairs, capitals first, marks ignored, digits as numbers.
const languages = [
  ...['en', 'de', 'sv', 'da', 'cs', 'hu', 'es-u-co-trad', 'de-u-co-phonebk', 'th', 'en-u-kn', 'tr', 'ja'],
  // Of other alphabets, with letters of their own.
  ...['el', 'ru', 'bg', 'uk', 'sr', 'mk', 'be', 'kk', 'ky', 'mn'],
  ...['he', 'yi', 'ar', 'ar-u-co-compat', 'fa', 'ur', 'ug', 'ps', 'ku-Arab', 'sd'],
  ...['zh', 'zh-Hant', 'zh-u-co-stroke', 'zh-u-co-zhuyin', 'ko', 'ja-u-co-unihan'],
]
const kinds: readonly WeighedCharacters[] = ['alphabets', 'all']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-order-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const character = fc.oneof(
  fc.constantFrom(...Array.from('αβΒάΆσςωΐϊϐабвгдежзийЙёЁъьяЯґіїјљћѓќђџәғқңөұүһӑӗѹѿдждздзгъ')),
  fc.constantFrom(...Array.from('abcchdzsaaAZlyij019 -_\'".,äÄåøöéßñçğıŁžμя漢\u0301\u00ad')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const asian = fc.oneof(
  fc.constantFrom(
    ...Array.from(
      'かがカガｶｧぁあアキんンｶーーｰゝ々っツ、。・「」（Ａａ１　가각나힣각한국伽佳一丁口座漢字重中亜唖龘鿿\u3099',
    ),
  ),
  fc.integer({ min: 0x3041, max: 0xd7a3 }).map((code) => String.fromCharCode(code)),
  character,
)
const rightToLeft = fc.oneof(
  fc.constantFrom(...Array.from('אבגהוזחטיכךמםןףץשתװײׂשׁיִءآأؤإئابةتجحدرسشصعغكلمنهويىـپچژکگهیے٠١۲،؟\u0651\u0640\u200c')),
  fc.integer({ min: 0x591, max: 0x6ff }).map((code) => String.fromCharCode(code)),
  character,
)
const rightToLeftText = fc.array(rightToLeft, { maxLength: 6 }).map((characters) => characters.join('').toWellFormed())
const asianText = fc.array(asian, { maxLength: 6 }).map((characters) => characters.join('').toWellFormed())
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join('').toWellFormed())

function weightsOf(order: TextOrder, characters: WeighedCharacters, value: string): Uint8Array | undefined {
  const bytes = Buffer.from(value)
  const into = new Uint8Array(bytes.length)
  const end = order.weigher(characters).weigh(bytes, 0, bytes.length, into, 0)
  // Bytes written past the end would be part of the next text's weights.
  expect(end).toBeLessThanOrEqual(into.length)
  return end < 0 ? undefined : into.subarray(0, end)
}

describe.each(languages)('%s', (language) => {
  test.each(kinds)('weights stand in the collator’s order where there are any: %s', (characters) => {
    const order = new TextOrder(language)
    const base = new Intl.Collator(language, { sensitivity: 'base' })
    const either = characters === 'all' ? fc.oneof(asianText, rightToLeftText, text) : text
    fc.assert(
      fc.property(either, either, (left, right) => {
        const [one, other] = [weightsOf(order, characters, left), weightsOf(order, characters, right)]
        if (one === undefined || other === undefined) return
        expect(Math.sign(Buffer.compare(one, other))).toBe(Math.sign(base.compare(left, right)))
      }),
      { numRuns: rounds(200, 2000) },
    )
  })
})

test('a pair of letters that is one letter is one with an accent too', () => {
  const base = new Intl.Collator('da', { sensitivity: 'base' })
  expect(base.compare('AÄ', 'z')).toBe(1)
  for (const characters of kinds)
    for (const pair of ['AÄ', 'Aä', 'aÁ', 'aà', 'aa'])
      expect(weightsOf(new TextOrder('da'), characters, pair), pair).toBeUndefined()
})

test('so are pairs of Hebrew letters in Yiddish', () => {
  const base = new Intl.Collator('yi', { sensitivity: 'base' })
  expect(base.compare('וו', 'וה')).toBe(-1)
  for (const pair of ['וו', 'וי', 'יי']) expect(weightsOf(new TextOrder('yi'), 'all', pair), pair).toBeUndefined()
})

test('no language orders pairs of Greek, Cyrillic or Arabic letters as one letter', () => {
  const signs = Array.from('abcdefghijklmnopqrstuvwxyz')
  const pairs = signs.flatMap((first) => signs.map((second) => first + second))
  const codes = [...pairs, ...pairs.flatMap((pair) => signs.map((sign) => pair + sign))]
  const known = Intl.Collator.supportedLocalesOf(codes)
  expect(known).toContain('el')
  for (const language of known) {
    const base = new Intl.Collator(language, { sensitivity: 'base' })
    for (const { letters } of [...alphabets, arabic]) {
      const ordered = letters.toSorted(base.compare)
      for (const first of letters)
        for (const [at, second] of ordered.entries()) {
          const [pair, next] = [first + second, ordered[at + 1] ?? '']
          // A separate letter comes after everything that starts with its first letter.
          if (next === '') expect(base.compare(pair, first), `${language}: ${pair}`).toBe(1)
          else expect(base.compare(pair, first + next), `${language}: ${pair}`).toBe(base.compare(second, next))
        }
    }
  }
})

test.each([
  ['en', 'Report 12 of the day: "Überweisung" (final)'],
  ['en', 'Платёж за март, Πληρωμή Μαρτίου'],
  ['el', 'Πληρωμή Μαρτίου (τελική)'],
  ['ru', 'Платёж № 12, июнь'.replace('№', 'N')],
  ['uk', 'Платіж за березень, їжа, ґанок'],
  ['bg', 'Плащане за март'],
])('plain text is weighed, so that sorting it is quick: %s, %s', (language, text) => {
  const order = new TextOrder(language)
  for (const characters of kinds) expect(weightsOf(order, characters, text)).toBeDefined()
})

test.each([
  ['en', '口座 振替「決済」（第３回）カード龘鿿'],
  ['zh', '银行转账、退款。结算报告 2026 龘鿿'],
  ['zh-Hant', '銀行轉帳、退款。'],
  ['ja', '口座振替のお知らせ、ガス・カード、ﾕｰﾄ、ンー'],
  ['ko', '결제 보고서 (최종), 닭값'],
  ['en', 'תשלום סופי (מרץ) 12, دفعة نهائية 12'],
  ['he', 'תשלום סופי (מרץ) 12'],
  ['ar', 'دفعة نهائية لشهر مارس (12), إلى مؤسسة'],
  ['fa', 'پرداخت نهایی برای ماه مارس 12'],
  ['ur', 'مارچ کی حتمی ادائیگی 12'],
])('so is text of Chinese, Japanese, Korean, Hebrew and Arabic: %s, %s', (language, text) => {
  expect(weightsOf(new TextOrder(language), 'all', text)).toBeDefined()
})

test.each(['en', 'zh', 'ja', 'ko', 'cs', 'ar', 'he', 'fa'])(
  'so many such texts are sorted as the collator sorts them: %s',
  async (language) => {
    const texts = fc.sample(fc.oneof(asianText, rightToLeftText), { numRuns: 6000, seed: 1 })
    const database = new RecordDatabase(join(folder, 'many'), {
      list: 'reports',
      chosenMember: 'reports',
      language,
    })
    try {
      const all = ['text', ...texts]
      database.addPage(
        pageOf(
          all.map((value) => `{"v":${JSON.stringify(value)}}`),
          null,
          'true',
        ),
        false,
      )
      const { compare } = new Intl.Collator(language)
      const expected = [...all.keys()].sort((one, other) => compare(all[one] ?? '', all[other] ?? '') || one - other)
      const { rows } = await database.rows(
        { search: [], filters: [], sort: [{ path: 'v', direction: 'ascending' }] },
        0,
        all.length,
        [],
      )
      expect(rows.map(({ position }) => position)).toEqual(expected)
    } finally {
      database.close()
    }
  },
)

test.each(['en', 'da', 'cs', 'el', 'ru'])(
  'a column of text is sorted as the collator sorts it: %s',
  async (language) => {
    const { compare } = new Intl.Collator(language)
    let file = 0
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), fc.boolean(), async (texts, escapes) => {
        file += 1
        const database = new RecordDatabase(join(folder, String(file)), {
          list: 'reports',
          chosenMember: 'reports',
          language,
        })
        try {
          const written = (value: string): string =>
            escapes
              ? JSON.stringify(value).replaceAll(/[^ -~]|a/gu, (sign) =>
                  Array.from(
                    { length: sign.length },
                    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
                  ).join(''),
                )
              : JSON.stringify(value)
          // In a column without dates, all text could be one of dates.
          const records = ['{"v":"text"}', ...texts.map((value) => `{"v":${written(value)}}`)]
          database.addPage(pageOf(records, null, 'true'), false)
          const all = ['text', ...texts]
          const expected = [...all.keys()].sort(
            (one, other) => compare(all[one] ?? '', all[other] ?? '') || one - other,
          )
          const { rows } = await database.rows(
            { search: [], filters: [], sort: [{ path: 'v', direction: 'ascending' }] },
            0,
            100,
            [],
          )
          expect(rows.map(({ position }) => position)).toEqual(expected)
        } finally {
          database.close()
        }
      }),
    )
  },
)
