import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import type { ColumnFilter, FilterCondition } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { rounds } from '../../testing/rounds.ts'
import { CellReader } from '../columns/cell-reader.ts'
import { decodeEscapes } from '../json/json-string.ts'
import { recordText } from '../testing/json-text.ts'
import { pageOf } from '../testing/page-text.ts'
import { plainDatetimeKey } from '../testing/plain-datetime.ts'
import { isPlainlyFound, searchFor } from '../testing/plain-search.ts'
import { everything, positionsOf, RecordDatabases } from '../testing/record-databases.ts'
import { numberKey } from '../values/number-order.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(() => databases.end())

const databaseOf: RecordDatabases['of'] = (...pages) => databases.of(...pages)

/** Returns a value's JSON text; undefined if the record has no such field. */
function valueOf(record: string, path: string): string | undefined {
  const bytes = Buffer.from(record)
  const [span] = new CellReader([path]).spans(bytes)
  return span && bytes.toString('utf8', span.start, span.end)
}

const isNumber = (text: string): boolean => /^-?\d/u.test(text)
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u
const textOf = (json: string): string => (json.startsWith('"') ? decodeEscapes(json.slice(1, -1)) : json)

/** The slow model: what a condition means, in the simplest code. */
function meets(json: string | undefined, condition: FilterCondition): boolean {
  const isNothing = json === undefined || json === 'null'
  switch (condition.kind) {
    case 'empty':
      return isNothing || json === '""'
    case 'contains':
      return !isNothing && inOneCase(textOf(json)).includes(inOneCase(condition.text))
    case 'equals':
      return !isNothing && equals(json, condition.text)
    case 'one-of':
      return !isNothing && condition.texts.some((text) => equals(json, text))
    case 'range': {
      const value = isNothing ? undefined : textOf(json)
      const bounds = [condition.from, condition.to].flatMap((bound) => bound ?? [])
      const areNumbers = bounds.every((bound) => isNumber(bound.value) && plainDatetimeKey(bound.value) === undefined)
      const key = (text: string): string | undefined =>
        areNumbers ? (numberText.test(text) ? numberKey(text) : undefined) : plainDatetimeKey(text)
      const own = value === undefined || (!areNumbers && json?.startsWith('"') !== true) ? undefined : key(value)
      if (own === undefined) return false
      const { from, to } = condition
      if (from !== undefined && (from.inclusive ? own < (key(from.value) ?? '') : own <= (key(from.value) ?? '')))
        return false
      return to === undefined || (to.inclusive ? own <= (key(to.value) ?? '') : own < (key(to.value) ?? ''))
    }
  }
}

/** In small letters, of which the sigma has two. */
const inOneCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

function equals(json: string, text: string): boolean {
  if (json.startsWith('[')) {
    const items = (JSON.parse(json) as unknown[]).flat(3).map((item) => JSON.stringify(item))
    if (items.some((item) => item !== 'null' && equals(item, text))) return true
  }
  const value = textOf(json)
  if (isNumber(json)) return numberText.test(text) && numberKey(value) === numberKey(text)
  const instant = json.startsWith('"') ? plainDatetimeKey(value) : undefined
  if (instant !== undefined && plainDatetimeKey(text) !== undefined) return instant === plainDatetimeKey(text)
  return inOneCase(value) === inOneCase(text)
}

const number = fc.constantFrom(
  '-1e400',
  '-0',
  '0',
  '0.1',
  '0.10',
  '1',
  '10',
  '1e1',
  '9007199254740993',
  '9007199254740992',
  '123456789012345678901234567890',
)
const date = fc.constantFrom(
  '2024-05-06T07:08:09Z',
  '2024-05-06T09:08:09+02:00',
  '2024-05-06T07:08:09.0001Z',
  '2024-05-06T07:08:09.001Z',
  '0001-01-01T00:00',
  '9999-12-31T23:59:60Z',
)
const word = fc.constantFrom('a', 'A', 'Ä', 'K', '\u212a', 'İ', 'x"y', 'ß', '', '1', '007', '\u0000', 'Ωσ', 'ΩΣ', 'ΩΣΩ')
const json = fc.oneof(
  number,
  date.map((text) => JSON.stringify(text)),
  word.map((text) => JSON.stringify(text)),
  number.map((text) => `"${text}"`),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '[]',
    '{}',
    '["a"]',
    '["x",[10,null]]',
    '[{"a":1},"1"]',
    '"\\u0041"',
    '"\\u00e4\\/"',
    '"\\u0031"',
    '"1\\u002e0"',
    '"2024\\/05\\/06 07:08:09Z"',
    '"2024-05-06T09:08:09\\u002b02:00"',
  ),
)
const bounds = (value: fc.Arbitrary<string>): fc.Arbitrary<FilterCondition> =>
  fc
    .tuple(value, fc.boolean(), value, fc.boolean(), fc.constantFrom('from', 'to', 'both'))
    .map(([from, fromInclusive, to, toInclusive, which]) => ({
      kind: 'range',
      ...(which === 'to' ? {} : { from: { value: from, inclusive: fromInclusive } }),
      ...(which === 'from' ? {} : { to: { value: to, inclusive: toInclusive } }),
    }))
const anyText = fc.oneof(word, number, date)
const condition: fc.Arbitrary<FilterCondition> = fc.oneof(
  word.filter((text) => text !== '').map((text) => ({ kind: 'contains' as const, text })),
  anyText.map((text) => ({ kind: 'equals' as const, text })),
  fc.array(anyText, { minLength: 1, maxLength: 3 }).map((texts) => ({ kind: 'one-of' as const, texts })),
  fc.constant({ kind: 'empty' as const }),
  bounds(number),
  bounds(date),
)

describe('common values', () => {
  test('commonValues: lists each value once, with the number of records that a filter for it finds', async () => {
    const values = [
      ...['"Errored"', '"errored"', '"errored"', '"Done"', '1', '1.0', '"1"', '"1.00"', 'true', '"TRUE"', 'null', '""'],
      ...['"2026-11-22"', '"2026\\/11\\/22"', '"2026-11-22T00:00:00Z"', '"\\u0045rrored"'],
    ]
    const database = databaseOf(values.map((value) => `{"v":${value}}`))
    const offered = await database.commonValues('v', '')
    expect(offered.map(({ text }) => text)).toEqual(['errored', '1', '1.00', '2026-11-22', 'true', 'Done', ''])
    for (const { text, count } of offered) {
      const filters = [{ path: 'v', excludes: false, condition: { kind: 'equals' as const, text } }]
      expect([text, (await positionsOf(database, { filters })).length]).toEqual([text, count])
    }
    // By the start of the text, in all spellings.
    expect(await database.commonValues('v', '1.0')).toEqual([
      { text: '1.00', count: 3 },
      { text: '1.0', count: 2 },
    ])
    expect(await database.commonValues('v', 'ERR')).toEqual([{ text: 'errored', count: 4 }])
  })

  test('commonValues: counts lists that contain a value, as a filter does', async () => {
    const values = ['1', '"x"', '[1,1.0]', '["X",[1],true]', '[{"v":1}]', '[]', '[1,"x"]', `[${'"x",'.repeat(2000)}2]`]
    const database = databaseOf(values.map((value) => `{"v":${value}}`))
    const offered = await database.commonValues('v', '')
    expect(offered).toEqual([
      { text: '1', count: 4 },
      { text: 'x', count: 4 },
    ])
    for (const { text, count } of offered) {
      const filters = [{ path: 'v', excludes: false, condition: { kind: 'equals' as const, text } }]
      expect([text, (await positionsOf(database, { filters })).length]).toEqual([text, count])
    }
  })
})

describe('filters', () => {
  test('Filters: match the slow model, page by page and all at once', async () => {
    const record = fc
      .tuple(fc.option(json, { nil: undefined }), fc.option(json, { nil: undefined }))
      .map(
        ([v, w]) =>
          `{${[v === undefined ? [] : [`"v":${v}`], w === undefined ? [] : [`"o":{"w":${w}}`]].flat().join(',')}}`,
      )
    const filter = fc.record<ColumnFilter>({
      path: fc.constantFrom('v', 'o.w', 'o', 'gone'),
      excludes: fc.boolean(),
      condition,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(record, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.array(filter, { minLength: 1, maxLength: 3 }),
        async (pages, filters) => {
          const expected = (records: readonly string[]): number[] =>
            [...records.keys()].filter((position) =>
              filters.every(
                ({ path, excludes, condition: wanted }) =>
                  meets(valueOf(records[position] ?? '', path), wanted) !== excludes,
              ),
            )
          const database = databaseOf()
          for (const [index, page] of pages.entries()) {
            database.addPage(pageOf(page, null, 'true'), false)
            const query = { filters, sort: [] }
            expect(await positionsOf(database, query)).toEqual(expected(pages.slice(0, index + 1).flat()))
          }
          const [{ path } = { path: '' }] = filters
          const sorted = await positionsOf(database, { filters, sort: [{ path, direction: 'ascending' }] })
          expect(sorted.toSorted((one, other) => one - other)).toEqual(expected(pages.flat()))
        },
      ),
      { numRuns: rounds(150, 500) },
    )
  })

  test('Filters: a bound that is a day means the whole day', async () => {
    const texts = ['2026-10-31T23:59:59.999Z', '2026-11-01', '2026-11-01T23:59:59.9999Z', '2026-11-02T00:00:00Z']
    const database = databaseOf(texts.map((text) => `{"v":"${text}"}`))
    const range = (from?: string, to?: string, inclusive = true): Partial<ListQuery> => ({
      filters: [
        {
          path: 'v',
          excludes: false,
          condition: {
            kind: 'range',
            ...(from === undefined ? {} : { from: { value: from, inclusive } }),
            ...(to === undefined ? {} : { to: { value: to, inclusive } }),
          },
        },
      ],
    })
    expect(await positionsOf(database, range('2026-11-01', '2026-11-01'))).toEqual([1, 2])
    expect(await positionsOf(database, range('2026-11-01', undefined, false))).toEqual([3])
    expect(await positionsOf(database, range(undefined, '2026-11-01', false))).toEqual([0])
    expect(await positionsOf(database, range(undefined, '9999-12-31'))).toEqual([0, 1, 2, 3])
    // In whatever spelling.
    expect(await positionsOf(database, range('2026/11/01', '2026/11/01'))).toEqual([1, 2])
  })

  test('Filters: each record is compared by what it holds', async () => {
    const values = [
      '1500',
      '1500.0',
      '"1500"',
      '"1500.0"',
      '"1500-03-01T08:00Z"',
      '"1500-03"',
      '"today"',
      '900',
      'null',
      '""',
    ]
    const database = databaseOf(values.map((value) => `{"v":${value}}`))
    const found = async (line: string): Promise<(string | undefined)[]> => {
      const parsed = parseFilterLine(line, [{ path: 'v', type: 'null' }], 'en')
      if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
      return (await positionsOf(database, { filters: [...parsed.line.filters] })).map((position) => values[position])
    }
    expect(await found('v:1500')).toEqual(['1500', '1500.0', '"1500"', '"1500-03-01T08:00Z"'])
    expect(await found('v:1500.0')).toEqual(['1500', '1500.0', '"1500.0"'])
    expect(await found('v:1500-03')).toEqual(['"1500-03-01T08:00Z"', '"1500-03"'])
    expect(await found('v:1500-03,900')).toEqual(['"1500-03-01T08:00Z"', '"1500-03"', '900'])
    expect(await found('v:today')).toEqual(['"today"'])
    expect(await found('v>=1500')).toEqual(['1500', '1500.0', '"1500"', '"1500.0"', '"1500-03-01T08:00Z"'])
    expect(await found('v>1500')).toEqual([])
    expect(await found('v<1500')).toEqual(['900'])
    expect(await found('v<1500-04')).toEqual(['"1500-03-01T08:00Z"'])
    expect(await found('-v<1501')).toEqual(['"1500-03"', '"today"', 'null', '""'])
  })

  test('Filters: texts are equal only if they are the same text, whatever number they read like', async () => {
    const values = ['"1.10"', '"1.1"', '"0e12"', '"0e34"', '1.10', '1.1']
    const database = databaseOf(values.map((value) => `{"v":${value}}`))
    const equal = (text: string): Promise<number[]> =>
      positionsOf(database, { filters: [{ path: 'v', excludes: false, condition: { kind: 'equals', text } }] })
    expect(await equal('1.10')).toEqual([0, 4, 5])
    expect(await equal('0e12')).toEqual([2])
  })

  test('Filters: a line finds the same records however they came in pages', async () => {
    const line = fc
      .tuple(
        fc.constantFrom(':', '>', '<=', '!=', '~'),
        fc.constantFrom(
          '2026-11-03',
          '2026-11',
          '2026',
          '1000',
          '1.10',
          'n/a',
          '""',
          '1..2027',
          '2026-11-03,7',
          'empty',
        ),
      )
      .map((parts) => `v${parts.join('')}`)
    const held = fc.constantFrom(
      ...['"2026-11-03T08:00:00Z"', '"2026-11-03"', '"2026-11"', '1234', '"1234"', '1.1', '"1.10"', '"1.1"', '7'],
      ...['""', '"n/a"', 'null', '2026'],
    )
    /** Parses the line once per page, as the window does, and once after the first page, as the command line does. */
    const finds = async (pages: readonly (readonly string[])[], written: string): Promise<string[]> => {
      const database = databaseOf()
      let first: string | undefined
      for (const [index, page] of pages.entries()) {
        const texts = page.map((each, place) => `{"v":${each},"id":"${index}.${place}"}`)
        database.addPage(pageOf(texts, null, 'true'), false)
        const parsed = JSON.stringify(parseFilterLine(written, database.columns(), 'en'))
        first ??= parsed
        expect(parsed).toBe(first)
      }
      const parsed = parseFilterLine(written, database.columns(), 'en')
      if (parsed.kind === 'fault') return [parsed.fault.message]
      const all = pages.flat()
      const found = await positionsOf(database, { filters: [...parsed.line.filters] })
      return found.map((position) => all[position] ?? '').toSorted()
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(held, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        line,
        async (values, size, written) => {
          const split: string[][] = []
          for (let from = 0; from < values.length; from += size) split.push(values.slice(from, from + size))
          expect(await finds(split.toReversed(), written)).toEqual(await finds([values], written))
        },
      ),
      { numRuns: rounds(150, 500) },
    )
  })

  test('Filters: several days, months and years mean each as a whole', async () => {
    const texts = ['2024-12-31T23:59:59Z', '2026-10-31', '2026-11-01T08:00:00Z', '2026-11-02T00:00:00Z', '2026-11-02']
    const database = databaseOf([...texts.map((text) => `{"v":"${text}"}`), '{"v":2024}', '{}'])
    const oneOf = (periods: string[], values: string[] = [], excludes = false): Promise<number[]> => {
      const condition = { kind: 'one-of' as const, texts: values, periods }
      return positionsOf(database, { filters: [{ path: 'v', excludes, condition }] })
    }
    expect(await oneOf(['2026-11-01', '2026-10-31'])).toEqual([1, 2])
    expect(await oneOf(['2024', '2026-10'])).toEqual([0, 1, 5])
    expect(await oneOf(['2024'], ['2026-11-02'])).toEqual([0, 3, 4, 5])
    expect(await oneOf(['2024', '2026-10'], [], true)).toEqual([2, 3, 4, 6])
  })

  describe('time zone of the query', () => {
    const texts = [
      ...['2026-11-02T23:00:00-05:00', '2026-11-03T00:00:00-05:00', '2026-11-03T22:15:00-05:00'],
      ...['2026-11-04T05:00:00Z', '2026-11-03', '2026-11-03T23:30:00', '2026-11-04'],
    ]
    const bound = (value: string): { value: string; inclusive: true } => ({ value, inclusive: true })
    const only = (value: string): FilterCondition => ({ kind: 'range', from: bound(value), to: bound(value) })
    test.each<[FilterCondition, string, number[]]>([
      [only('2026-11-03'), 'America/New_York', [1, 2, 4, 5]],
      [only('2026-11-03'), 'UTC', [0, 1, 4, 5]],
      [{ kind: 'one-of', texts: [], periods: ['2026-11-03'] }, 'America/New_York', [1, 2, 4, 5]],
      [{ kind: 'range', from: { value: '2026-11-03', inclusive: false } }, 'America/New_York', [3, 6]],
      [{ kind: 'range', to: { value: '2026-11-03', inclusive: false } }, 'America/New_York', [0]],
      [{ kind: 'range', from: bound('2026-11-03T22:15') }, 'America/New_York', [2, 3, 5, 6]],
      [{ kind: 'range', from: bound('2026-11-04T03:15Z') }, 'America/New_York', [2, 3, 5, 6]],
      [{ kind: 'equals', text: '2026-11-03T22:15' }, 'America/New_York', [2]],
      [{ kind: 'equals', text: '2026-11-04T04:30Z' }, 'America/New_York', [5]],
      [only('today'), 'America/New_York', [1, 2, 4, 5]],
      [only('yesterday'), 'America/New_York', [0]],
      [only('today'), 'UTC', [2, 3, 6]],
      [only('last 24h'), 'America/New_York', [0, 1, 4]],
    ])('QueryExecutor: finds the right days by %j in %s', async (condition, timeZone, expected) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T20:00:00-05:00') })
      try {
        const filters = [{ path: 'v', excludes: false, condition }]
        const database = databaseOf(texts.map((text) => `{"v":"${text}"}`))
        expect(await positionsOf(database, { filters, timeZone })).toEqual(expected)
      } finally {
        vi.useRealTimers()
      }
    })

    test('QueryExecutor: builds a query of today again the next day', async () => {
      const database = databaseOf(texts.map((text) => `{"v":"${text}"}`))
      const query = { filters: [{ path: 'v', excludes: false, condition: only('today') }], timeZone: 'UTC' }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T23:59:59Z') })
      try {
        expect(await positionsOf(database, query)).toEqual([0, 1, 4, 5])
        vi.setSystemTime(Date.parse('2026-11-04T00:00:00Z'))
        expect(await positionsOf(database, query)).toEqual([2, 3, 6])
      } finally {
        vi.useRealTimers()
      }
    })
  })

  test.each(['soon', '2024-13-45', '2024-02-30'])('Filters: a bound of “%s” is refused', async (value) => {
    const query: Partial<ListQuery> = {
      filters: [{ path: 'v', excludes: false, condition: { kind: 'range', from: { value, inclusive: true } } }],
    }
    await expect(positionsOf(databaseOf(['{"v":1}']), query)).rejects.toMatchObject({ code: 'input-invalid' })
  })

  test('QueryExecutor: searches, filters and sorts a megabyte of text like any other', async () => {
    const long = 'x'.repeat(1024 * 1024)
    const database = databaseOf([`{"v":"${long}b"}`, `{"v":"${long}a"}`, '{"v":"y"}', `{"v":"${long}B"}`])
    expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual([1, 0, 3, 2])
    expect(await positionsOf(database, { search: searchFor('XB') })).toEqual([0, 3])
    const equal: FilterCondition = { kind: 'equals', text: `${long}B` }
    expect(await positionsOf(database, { filters: [{ path: 'v', excludes: false, condition: equal }] })).toEqual([0, 3])
  })
})

describe('searching', () => {
  test('Search: matches the slow model, in records of any spelling', async () => {
    const needle = fc.oneof(
      word.filter((text) => text !== ''),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.constantFrom('k', 'i', 'xä', 'äk', '"v":', 'v', 'uber', 'null', 'e', '-1', ',', ': '),
    )
    const search = fc.array(fc.record({ text: needle, excludes: fc.boolean() }), { minLength: 1, maxLength: 3 })
    const record = fc.oneof(
      recordText,
      json.map((value) => `{"v":${value},"k":"äk uber"}`),
      json.map((value) => `{"k" : "v, x" ,"1":[${value}],"uber":{"e":"true: -1"}}`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(record, { maxLength: 8 }), { maxLength: 3 }),
        search,
        async (pages, search) => {
          const expected = pages.flat().flatMap((text, position) => (isPlainlyFound(text, search) ? [position] : []))
          expect(await positionsOf(databaseOf(...pages), { search })).toEqual(expected)
        },
      ),
      { numRuns: rounds(150, 500) },
    )
  })

  test('Search: matches the slow model if escapes look like text and text is written as escapes', async () => {
    const openly = ['\\u00e4', '\\u00E9', '\\ud83d\\ude00', '\\ud800', '\\n', '\\\\', '\\/']
    const hiding = ['\\u0061', '\\u004B', '\\u212a', '\\u0130', '\\u0022', '\\"', '\\u007f', '\\u0026']
    const letters = ['a', 'b', 'e', 'k', 'i', 'n', 'u', '0', '4', ' ', '/', ':', '&', 'ä', '\u212a', '\u0130', '\u007f']
    const text = fc.oneof(
      fc.constantFrom(
        ...['e4', '00e', 'u00e4', 'd83d', 'n', 'aä', 'äa', 'k', 'i', '\n', '\\', '/', '"', 'é', '\u007f', '😀', '&'],
      ),
      fc.string({ unit: fc.constantFrom('a', 'b', 'e', '4', 'u'), minLength: 1, maxLength: 3 }),
    )
    const string = fc.oneof(stringOf([...letters, ...openly]), stringOf([...letters, ...openly, ...hiding]))
    await expectSameAsModel(text, string, string)
  })

  // Like services write: everything beyond ASCII with small hexadecimal digits, or with capital ones and signs, or only
  // signs.
  test.each([
    ['small digits', ['\\u00e4', '\\u00c4', '\\u043f', '\\u041f', '\\u00ff', '\\u0178', '\\u00df', '\\/', '\\n']],
    ['capital digits', ['\\u00E4', '\\u00C4', '\\u043F', '\\u00FF', '\\u0178', '\\u0026', '\\u003C', '\\u002B', '<']],
    ['signs', ['\\u0026', '\\u003c', '\\"', 'ä', 'Ä', 'п', 'П', 'р', 'Р', 'ѐ', 'ÿ', 'Ÿ']],
    ['quotes', ['\\"', '\\"', '\\/', '/', ':', '{', ',']],
    ['backslashes', ['\\\\', '\\\\', '\\n', ':', ',']],
    ['quotes and backslashes', ['\\"', '\\\\', ':', ',']],
    ['digits of both cases', ['\\u00e4', '\\u00E4', '\\u00ff', '\\u003c', '\\u003C']],
    [
      'odd capitals',
      ['ß', '\u1e9e', 'å', '\u212b', 'ω', '\u2126', 'Ω', 'σ', 'Σ', 'ς', '\\u03a3', '\\u212B', '\\u00e5'],
    ],
  ])('Search: matches the slow model in records written with %s', async (_, units) => {
    const own = units.map((unit) => JSON.parse(`"${unit}"`) as string).filter((text) => text !== '"')
    const text = fc.string({ unit: fc.constantFrom('a', 'N', '0', '"', ...own), minLength: 1, maxLength: 4 })
    const letters = ['a', 'A', 'n', '0', 'e4', ...units]
    // A name with quotes or backslashes makes every record be read, so most have none.
    const plain = letters.filter((unit) => !/^\\["\\]|^"/u.test(unit))
    const name = fc.oneof({ weight: 50, arbitrary: stringOf(plain) }, stringOf([...plain, '\\\\']))
    await expectSameAsModel(text, name, stringOf(letters))
  })

  test('Search: finds a value next to a name that ends with a backslash and is known from an earlier record', async () => {
    const database = databaseOf(['{"a\\\\":"x"}', '{"a\\\\":"b c\\"d"}'])
    expect(await positionsOf(database, { search: searchFor('b c') })).toEqual([1])
  })

  const stringOf = (units: readonly string[]): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...units), maxLength: 8 }).map((content) => `"${content}"`)

  /** Records of members with such names and values are searched for such texts. */
  async function expectSameAsModel(
    text: fc.Arbitrary<string>,
    name: fc.Arbitrary<string>,
    value: fc.Arbitrary<string>,
  ): Promise<void> {
    const nested = fc.tuple(name, value).map(([of, holds]) => `[{${of}:${holds}},${holds}]`)
    const record = fc
      .array(fc.tuple(name, fc.oneof({ weight: 3, arbitrary: value }, nested)), { minLength: 1, maxLength: 3 })
      .map((members) => `{${members.map(([of, holds]) => `${of}:${holds}`).join(',')}}`)
    const search = fc.array(fc.record({ text, excludes: fc.boolean() }), { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 6 }), search, async (records, search) => {
        const expected = [...records.keys()].filter((position) => isPlainlyFound(records[position] ?? '', search))
        expect(await positionsOf(databaseOf(records), { search })).toEqual(expected)
      }),
      { numRuns: rounds(300, 1500) },
    )
  }
})

describe('building', () => {
  const many = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `{"v":"${index} ${(index * 7919) % count}"}`)

  test('QueryExecutor: a newer query cancels one that is being built; the same one is built once', async () => {
    const database = databaseOf(...Array.from({ length: 60 }, () => many(500)))
    const older = database.rows({ ...everything, sort: [{ path: 'v', direction: 'ascending' }] }, 0, 1, [])
    const same = database.rows({ ...everything, sort: [{ path: 'v', direction: 'ascending' }] }, 1, 1, [])
    const newer = database.rows({ ...everything, search: searchFor('77') }, 0, 1, [])
    await expect(older).rejects.toMatchObject({ code: 'cancelled' })
    await expect(same).rejects.toMatchObject({ code: 'cancelled' })
    expect((await newer).count).toBeGreaterThan(0)
  })

  test('QueryExecutor: returning to all records cancels what is being built, and it can be built again', async () => {
    const database = databaseOf(...Array.from({ length: 60 }, () => many(500)))
    const sorted: ListQuery = { ...everything, sort: [{ path: 'v', direction: 'ascending' }] }
    const older = expect(database.rows(sorted, 0, 1, [])).rejects.toMatchObject({ code: 'cancelled' })
    const plain = database.rows(everything, 0, 1, [])
    const again = database.rows(sorted, 0, 1, [])
    await older
    expect((await plain).count).toBe(30_000)
    expect((await again).count).toBe(30_000)
  })

  test('QueryExecutor: stores pages while a query is built, which has the records from its start', async () => {
    const database = databaseOf(...Array.from({ length: 60 }, () => many(500)))
    const query: ListQuery = { ...everything, sort: [{ path: 'v', direction: 'ascending' }] }
    const asked = database.rows(query, 0, 1, [], 'lagging')
    database.addPage(pageOf(many(500), null, 'true'), false)
    expect(await asked).toMatchObject({ count: 30_000, covers: 30_000 })
    expect(await database.rows(query, 0, 1, [])).toMatchObject({ count: 30_500, covers: 30_500 })
  })

  test('QueryExecutor: builds a query again if a page is replaced meanwhile', async () => {
    const database = databaseOf(...Array.from({ length: 60 }, () => many(500)))
    const asked = database.rows({ ...everything, search: searchFor(' ') }, 0, 1, [])
    database.addPage(pageOf(['{"w":1}', '{"v":"1 1"}'], null, 'true'), true)
    expect(await asked).toMatchObject({ count: 29_501, covers: 29_502 })
  })
})
