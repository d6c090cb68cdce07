import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDatetime } from '../../../shared/model/datetime-text.ts'
import { isDatetime } from './iso-datetime.ts'
import { isWholeMilliseconds, noInstant, readInstant } from './instant.ts'

/** What is read from a text's bytes as from its letters. */
function expectSame(text: string): void {
  const bytes = Buffer.from(`"${text}"`)
  const { seconds, fraction, precision } = readDatetime(text) ?? expect.fail(`${text} is no date`)
  const rest = fraction.slice(3).replace(/0+$/u, '')
  const instant = noInstant()
  readInstant(bytes, 1, bytes.length - 1, instant)
  expect(instant.ms, text).toBe(seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')))
  expect(instant.zoned, text).toBe(precision === 'instant')
  expect(Buffer.from(instant.restBytes.subarray(instant.restStart, instant.restEnd)).toString(), text).toBe(rest)
  expect(isWholeMilliseconds(instant), text).toBe(rest === '')
}

test('the instant that is read from bytes is that of the text', () => {
  const two = (most: number): fc.Arbitrary<string> =>
    fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
  const datetime = fc
    .tuple(
      fc.stringMatching(/^\d{4}$/u),
      fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, '0')),
      fc.integer({ min: 1, max: 31 }).map((date) => String(date).padStart(2, '0')),
      fc.constantFrom('T', ' '),
      two(24),
      two(59),
      fc.option(
        fc.tuple(two(60), fc.stringMatching(/^(?:\.\d{1,9})?$/u)).map((parts) => `:${parts.join('')}`),
        { nil: '' },
      ),
      fc.constantFrom('', 'Z', '+02:00', '-0930', '+14'),
    )
    .map(
      ([year, month, date, sign, hour, minute, second, zone]) =>
        `${year}-${month}-${date}${sign}${hour}:${minute}${second}${zone}`,
    )
  fc.assert(
    fc.property(datetime, (text) => {
      expectSame(text)
    }),
    { numRuns: 1000 },
  )
})

test('the instant of rarer spellings is that of the text too', () => {
  const mail = fc.stringMatching(
    /^(?:(?:Mon|Sun), )?[0-3]?\d (?:Jan|Feb|Dec) (?:0000|1970|2024|9999) [0-2]\d:[0-5]\d(?::[0-5]\d)? (?:GMT|UTC|[+-][01]\d[0-5]\d)$/u,
  )
  const named = fc.stringMatching(
    /^(?:2024-0[1-9]-|2024\/0[1-9]\/)[0-3]\d[T ][0-2]\d:[0-5]\d:[0-5]\d(?:[.,]\d{1,6})?(?: UTC|GMT| [+-]0\d:?30|Z\[Etc\/UTC\]|[+-]0\d\[A\])$/u,
  )
  const basic = fc.stringMatching(/^202402[0-3]\dT[0-2]\d[0-5]\d(?:[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]0\d)?$/u)
  let dates = 0
  fc.assert(
    fc.property(fc.oneof(mail, named, basic), (candidate) => {
      if (!isDatetime(Buffer.from(candidate), 0, candidate.length)) return
      dates += 1
      expectSame(candidate)
    }),
    { numRuns: 3000 },
  )
  expect(dates).toBeGreaterThan(1000)
})
