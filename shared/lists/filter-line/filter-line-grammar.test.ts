import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnFilter, FilterCondition, SearchWord } from '../list-filter.ts'
import { columnTypes } from '../list.ts'
import type { FilterLine } from './filter-line-grammar.ts'
import { parseFilterLine } from './filter-line-reading.ts'
import { writeFilterLine } from './filter-line-writing.ts'

const columns = [
  { path: 'status', type: 'text' },
  { path: 'created', type: 'datetime' },
  { path: 'amount', type: 'number' },
  { path: 'owner.team', type: 'text' },
  { path: 'owner.name', type: 'text' },
  { path: 'name', type: 'text' },
  { path: 'note', type: 'text' },
  { path: 'a.id', type: 'number' },
  { path: 'b.id', type: 'number' },
  { path: 'two words', type: 'text' },
  { path: '-odd:"x"', type: 'text' },
  { path: 'a=b', type: 'text' },
  { path: 'c!', type: 'text' },
  { path: '', type: 'text' },
] as const

/** Some of them with names given by a person. */
const renamed = columns.map((column) => ({
  ...column,
  title:
    {
      status: 'State',
      'owner.team': 'Team in charge',
      note: 'Amount',
      'a.id': 'Twice',
      'b.id': 'Twice',
    }[column.path as string] ?? column.path,
}))

test.each([
  ['State:x', 'status'],
  ['state:x', 'status'],
  ['status:x', 'status'],
  ['"Team in charge":x', 'owner.team'],
  ['team:x', 'owner.team'],
  // A path takes precedence.
  ['Amount:5', 'amount'],
])('parseFilterLine: %s means the column %s', (line, path) => {
  expect(parseFilterLine(line, renamed)).toMatchObject({ kind: 'line', line: { filters: [{ path }] } })
})

test.each<readonly [line: string, locale: string, word: SearchWord]>([
  ['1,234,567', 'en', { text: '1,234,567', excludes: false, number: '1234567' }],
  ['-1.234,5', 'de', { text: '1.234,5', excludes: true, number: '1234.5' }],
  ['"1,234,567"', 'en', { text: '1,234,567', excludes: false }],
  ['1234567', 'en', { text: '1234567', excludes: false }],
  ['007', 'en', { text: '007', excludes: false }],
  ['+5', 'en', { text: '+5', excludes: false }],
  ['1.234', 'en', { text: '1.234', excludes: false }],
  ['12,34', 'en', { text: '12,34', excludes: false }],
])(
  'parseFilterLine: a number with separators and without a column also means the number itself, %s in %s',
  (line, locale, word) => {
    expect(parseFilterLine(line, columns, locale)).toEqual({ kind: 'line', line: { search: [word], filters: [] } })
    expect(writeFilterLine({ search: [word], filters: [] }, columns, locale)).toBe(line)
  },
)

test('parseFilterLine: refuses a name that a person gave twice, with the paths to use', () => {
  expect(parseFilterLine('Twice:1', renamed)).toMatchObject({
    kind: 'fault',
    fault: { message: 'Several columns are named “Twice”. Use “a.id” or “b.id”.' },
  })
})

test('writeFilterLine: writes paths, whatever the columns are called', () => {
  const line = { search: [], filters: [{ path: 'status', excludes: false, condition: { kind: 'empty' as const } }] }
  expect(writeFilterLine(line, renamed)).toBe('status:empty')
})

test('parseFilterLine: what a line means does not depend on the types of the columns', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        ...['2026-11-03', '2026-11', '2026', '1000', 'today', 'last week', 'soon', '1,234,567', '1.50', '2024-02-30'],
        ...['1..2026', '2026-01..today', '"2026"', '2026,7', 'last 7d,"x"'],
      ),
      fc.constantFrom(':', '>', '<=', '!=', '~'),
      fc.constantFrom(...columnTypes),
      (value, operator, type) => {
        const line = `v${operator}${value}`
        expect(parseFilterLine(line, [{ path: 'v', type }])).toEqual(
          parseFilterLine(line, [{ path: 'v', type: 'null' }]),
        )
      },
    ),
    { numRuns: 500 },
  )
})

function words(...texts: readonly string[]): SearchWord[] {
  return texts.map((text) => ({ text, excludes: false }))
}

function without(text: string): SearchWord {
  return { text, excludes: true }
}

function filtersOf(line: string): readonly ColumnFilter[] {
  const parsed = parseFilterLine(line, columns)
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  return parsed.line.filters
}

test('parseFilterLine: parses a line with every kind of filter', () => {
  const line = 'status:Errored created>=2026-11-01 -owner.team:T3 amount:10..20 name:"two words" note:empty free words'
  expect(parseFilterLine(line, columns)).toEqual({
    kind: 'line',
    line: {
      search: words('free', 'words'),
      filters: [
        { path: 'status', excludes: false, condition: { kind: 'equals', text: 'Errored' } },
        {
          path: 'created',
          excludes: false,
          condition: { kind: 'range', from: { value: '2026-11-01', inclusive: true } },
        },
        { path: 'owner.team', excludes: true, condition: { kind: 'equals', text: 'T3' } },
        {
          path: 'amount',
          excludes: false,
          condition: { kind: 'range', from: { value: '10', inclusive: true }, to: { value: '20', inclusive: true } },
        },
        { path: 'name', excludes: false, condition: { kind: 'equals', text: 'two words' } },
        { path: 'note', excludes: false, condition: { kind: 'empty' } },
      ],
    },
  })
})

test.each<[string, FilterCondition]>([
  ['status:a,b,"c d"', { kind: 'one-of', texts: ['a', 'b', 'c d'] }],
  ['status:"empty"', { kind: 'equals', text: 'empty' }],
  ['status:""', { kind: 'equals', text: '' }],
  ['status~port', { kind: 'contains', text: 'port' }],
  ['STATUS:x', { kind: 'equals', text: 'x' }],
  ['team:T3', { kind: 'equals', text: 'T3' }],
  ['status:12:30', { kind: 'equals', text: '12:30' }],
  ['status:"a \\"b\\" \\u00e4"', { kind: 'equals', text: 'a "b" ä' }],
  ['amount<0.10', { kind: 'range', to: { value: '0.10', inclusive: false } }],
  [
    'amount:-5<..<1e3',
    { kind: 'range', from: { value: '-5', inclusive: false }, to: { value: '1e3', inclusive: false } },
  ],
  ['amount:..7', { kind: 'range', to: { value: '7', inclusive: true } }],
  [
    'created:2026-11-01',
    { kind: 'range', from: { value: '2026-11-01', inclusive: true }, to: { value: '2026-11-01', inclusive: true } },
  ],
  ['created>"2026-11-01 08:00Z"', { kind: 'range', from: { value: '2026-11-01 08:00Z', inclusive: false } }],
  ['created>=2024', { kind: 'range', from: { value: '2024', inclusive: true } }],
  ['created<2024-02', { kind: 'range', to: { value: '2024-02', inclusive: false } }],
  ['created:2024-02', { kind: 'equals', text: '2024-02' }],
  [
    'created:2023..<2024',
    { kind: 'range', from: { value: '2023', inclusive: true }, to: { value: '2024', inclusive: false } },
  ],
  ...['today', 'last week', 'this  Month', 'last 7d'].map((text): [string, FilterCondition] => {
    const bound = { value: text.toLowerCase().replace('  ', ' '), inclusive: true }
    return [`created:${text}`, { kind: 'range', from: bound, to: bound }]
  }),
  ['created>=last week', { kind: 'range', from: { value: 'last week', inclusive: true } }],
  [
    'created:last month..<today',
    { kind: 'range', from: { value: 'last month', inclusive: true }, to: { value: 'today', inclusive: false } },
  ],
  ['created:last 24h,"x",2024', { kind: 'one-of', texts: ['x', '2024'], periods: ['last 24h'] }],
  ['created:"today"', { kind: 'equals', text: 'today' }],
  ['note:last chance', { kind: 'equals', text: 'last' }],
  ['created:"2024"', { kind: 'equals', text: '2024' }],
  ['created:"2026-11-01"', { kind: 'equals', text: '2026-11-01' }],
  ['created:2024-02,2024-05-06', { kind: 'one-of', texts: ['2024-02'], periods: ['2024-05-06'] }],
  ['created:2023,"2024-05-06",2024-05-07T08:00', { kind: 'one-of', texts: ['2023', '2024-05-06', '2024-05-07T08:00'] }],
  ['created:"2024-02-30"', { kind: 'equals', text: '2024-02-30' }],
  ['amount>=2024', { kind: 'range', from: { value: '2024', inclusive: true } }],
  ['amount:2024', { kind: 'equals', text: '2024' }],
  ['amount:2024,7', { kind: 'one-of', texts: ['2024', '7'] }],
  ['note>=2024', { kind: 'range', from: { value: '2024', inclusive: true } }],
  ['note:2024-0230', { kind: 'equals', text: '2024-0230' }],
  ['note:2024-02-30-a', { kind: 'equals', text: '2024-02-30-a' }],
  ['note:007', { kind: 'equals', text: '007' }],
  ['note:105,05', { kind: 'one-of', texts: ['105', '05'] }],
])('parseFilterLine: reads the condition of %s', (line, condition) => {
  expect(filtersOf(line).map((filter) => filter.condition)).toEqual([condition])
})

test.each([
  ['nothing:x', 'No column “nothing”', 0, 9],
  ['id:1', '“a.id” or “b.id”', 0, 4],
  ['free amount>soon', '“soon” is neither a number nor a date. Use a format like 10', 5, 16],
  ['amount>=', 'Enter a number or a date like 2024-01-31, today or last week after “>=”.', 0, 8],
  ['note>soon', '“soon” is neither a number nor a date', 0, 9],
  ['created>=2024-13-45', '“2024-13-45” is not a date. Use a format like 2024-01-31', 0, 19],
  ['created>=2024-02-30', '“2024-02-30” is not a date', 0, 19],
  ['created<2024-01-31T25:00', '“2024-01-31T25:00” is not a date', 0, 24],
  ['created:2024-02-30', '“2024-02-30” is not a date', 0, 18],
  ['created:2024-01-31,2024-1-5', '“2024-1-5” is not a date', 0, 27],
  ['created:2024-01-01..2024-02-30', '“2024-02-30” is not a date', 0, 30],
  ['note:2024-02-30', '“2024-02-30” is not a date. Use a format like 2024-01-31 or 2024-01-31T08:00. To', 0, 15],
  ['note:1..2024-01-31', 'two numbers or two dates', 5, 18],
  ['status:', 'or “empty” after “:”.', 0, 7],
  [
    'status:a..b',
    '“a” is neither a number nor a date. Use a format like 10 or 2024-01-31, or a period like today or last week. To',
    0,
    11,
  ],
  ['status:..', 'two numbers or two dates', 7, 9],
  ['status=', 'after “=”', 0, 7],
  ['id!=1', '“a.id” or “b.id”', 0, 5],
  ['status~', 'Enter the text to find after', 7, 7],
  ['say "no end', 'End quoted text with a quote', 4, 11],
  ['status:"a"b', 'a comma or a space', 7, 11],
  ['19" rack', 'Put text that contains a quote in quotes, and write the quote as \\".', 0, 8],
  ['-rack="19"', 'Put text that contains a quote in quotes', 0, 10],
  ['"C:\\data" x', 'In quotes, write “\\” as “\\\\”', 0, 9],
  ['-"C:\\data"', 'In quotes, write “\\” as “\\\\”', 0, 10],
  ['status:"C:\\data"', 'In quotes, write “\\” as “\\\\”', 7, 16],
  ['status:"no end', 'End quoted text with a quote', 7, 14],
])('parseFilterLine: refuses %s: %s', (line, words, start, end) => {
  const parsed = parseFilterLine(line, columns)
  expect(parsed).toMatchObject({
    kind: 'fault',
    fault: { start, end, message: expect.stringContaining(words) as string },
  })
})

test('parseFilterLine: refuses more filters, values or longer texts than allowed', () => {
  const refused = (line: string): unknown => {
    const parsed = parseFilterLine(line, columns)
    return parsed.kind === 'fault' && [parsed.fault.message, parsed.fault.start, parsed.fault.end]
  }
  const tooLong = 'Text too long: 1,001 characters. The limit is 1,000.'
  expect(refused(`status:"${'x'.repeat(1001)}"`)).toEqual([tooLong, 7, 1010])
  expect(refused(`status~${'x'.repeat(1001)}`)).toEqual([tooLong, 7, 1008])
  expect(refused(`amount:1..${'9'.repeat(1001)}`)).toEqual([tooLong, 7, 1011])
  expect(refused(`status:${'a,'.repeat(1000)}b`)).toEqual(['Use at most 1,000 values.', ...[7, 2008]])
  expect(refused(`${'status:a '.repeat(50)}status:b x`)).toEqual(['Use at most 50 filters.', 450, 458])
  expect(refused(`${'status:a '.repeat(49)}amount>=${'9'.repeat(1000)} ${'x'.repeat(1000)}`)).toBe(false)
})

test('parseFilterLine: suggests the probable column for an unknown name', () => {
  const meant = (line: string): unknown => {
    const parsed = parseFilterLine(line, renamed)
    return parsed.kind === 'fault' ? parsed.fault.corrections?.[0] : undefined
  }
  expect(meant('x -creatd>=2024')).toEqual({ label: 'created', written: 'created', start: 3, end: 9 })
  expect(meant('"two wrods":x')).toEqual({ label: 'two words', written: '"two words"', start: 0, end: 11 })
  // By the person's own name.
  expect(meant('statsu:x')).toEqual({ label: 'State', written: 'State', start: 0, end: 6 })
  expect(meant('nothing:x')).toBeUndefined()
  expect(meant('id:1')).toBeUndefined()
})

test.each<readonly [string, string, string, ...string[]]>([
  ['amount:1,234,567', 'en', 'several numbers', 'amount:1234567', 'amount:"1",234,567'],
  ['-amount=200,404', 'en', 'several numbers', '-amount=200404', '-amount="200",404'],
  ['amount:1.000,5', 'en', 'several numbers', 'amount:1000.5', 'amount:"1.000",5'],
  ['amount:1.000,5', 'de', 'several numbers', 'amount:1000.5', 'amount:"1.000",5'],
  ['amount:1,5', 'de', 'several numbers', 'amount:1.5', 'amount:"1",5'],
  ['amount:1.000', 'de', 'a decimal fraction', 'amount:1000', 'amount:"1.000"'],
  ['amount:5,1.000', 'de', 'a decimal fraction', 'amount:5,1000', 'amount:5,"1.000"'],
  ['amount>1.000', 'de', 'a decimal fraction', 'amount>1000', 'amount>"1.000"'],
  ['note:1..1.000', 'de', 'a decimal fraction', 'note:1..1000', 'note:1.."1.000"'],
  ['amount:1,000.5', 'en', '“1,000.5” is not a number', 'amount:1000.5'],
  ['amount:1\u202f234', 'fr', 'is not a number', 'amount:1234'],
  ['x amount>1,234 y', 'en', '“1,234” is not a number', 'x amount>1234 y'],
  ['amount:1,000..1,500', 'en', '“1,000” is not a number', 'amount:1000..1,500'],
  ['amount:1000..1,500', 'en', '“1,500” is not a number', 'amount:1000..1500'],
  ['amount:-1,234', 'en', 'several numbers', 'amount:-1234', 'amount:"-1",234'],
  ['note:1,234', 'en', 'several numbers', 'note:1234', 'note:"1",234'],
  ['created:1.000', 'de', 'a decimal fraction', 'created:1000', 'created:"1.000"'],
])(
  'Filter line: refuses a number as shown and offers what it may mean: %j in %s',
  (line, locale, reason, ...offers) => {
    const parsed = parseFilterLine(line, columns, locale)
    const { message = '', corrections = [] } = parsed.kind === 'fault' ? parsed.fault : {}
    expect(message).toContain(reason)
    const corrected = corrections.map(({ written, start, end }) => line.slice(0, start) + written + line.slice(end))
    expect(corrected).toEqual(offers)
  },
)

test.each([
  ['amount:1,5', 'en'],
  ['amount:10,20,300', 'en'],
  ['amount:1.000', 'en'],
  ['amount:1.5', 'de'],
  ['amount:"1",234,567', 'en'],
  ['amount:abc', 'en'],
  ['amount:"1.000"', 'de'],
  ['amount>="1.000"', 'de'],
  ['amount:1.."1.000"', 'de'],
  ['note:abc,1,234', 'en'],
])('Filter line: takes numbers with one meaning and writes them back: %s in %s', (line, locale) => {
  const parsed = parseFilterLine(line, columns, locale)
  expect(parsed.kind === 'line' && writeFilterLine(parsed.line, columns, locale)).toBe(line)
})

test.each([
  ['status=Errored', 'status:Errored'],
  ['status==Errored', 'status:Errored'],
  ['status!=Errored', '-status:Errored'],
  ['-status!=Errored', 'status:Errored'],
  ['-status="a b",c', '-status:"a b",c'],
  ['amount=10..20', 'amount:10..20'],
  ['note!=empty', '-note:empty'],
  ['"two words"=x', '"two words":x'],
  ['created=2024', 'created:2024'],
  ['created:2024-05-06..2024-05-06', 'created:2024-05-06'],
  ['created:Last  WEEK x', 'created:last week x'],
  ['created:last week..Today', 'created:last week..today'],
])('parseFilterLine: parses %s as %s', (line, written) => {
  const parsed = parseFilterLine(line, columns)
  expect(parsed).toEqual(parseFilterLine(written, columns))
  expect(parsed.kind === 'line' && writeFilterLine(parsed.line, columns)).toBe(written)
})

test('parseFilterLine: does not take a possible filter for text without columns', () => {
  expect(parseFilterLine('status=Errored', []).kind).toBe('fault')
})

test.each([
  ['  free   words ', words('free', 'words')],
  ['"status:x  y"', words('status:x  y')],
  ['one "two  three" one', words('one', 'two  three', 'one')],
  ['=1+1', words('=1+1')],
  ['token=abc:d', words('token=abc:d')],
  ['a,b', words('a,b')],
  ['x=1 -y!=2', [...words('x=1'), without('y!=2')]],
  ['-minus plus', [without('minus'), ...words('plus')]],
  ['-"two  words"', [without('two  words')]],
  ['--x', [without('-x')]],
  // Numbers stay what they are, unless they are quoted.
  ['-12.50 -1e3 --5', [...words('-12.50', '-1e3'), without('-5')]],
  ['-"12.50" -12.50.1 -007 -12a', ['12.50', '12.50.1', '007', '12a'].map(without)],
  ['"-minus" "-12.50"', words('-minus', '-12.50')],
  // These are empty.
  ['- "" -""', []],
])('parseFilterLine: searches for %s in all values', (line, search) => {
  expect(parseFilterLine(line, columns)).toEqual({ kind: 'line', line: { search, filters: [] } })
})

test('writeFilterLine: writes a word as briefly as possible', () => {
  const search = [
    ...words('plain', 'two words', '-minus', '-12.50', 'x=1', 'a"b'),
    ...['out', '-1', '5', 'b c'].map(without),
  ]
  expect(writeFilterLine({ search, filters: [] }, columns)).toBe(
    'plain "two words" "-minus" -12.50 "x=1" "a\\"b" -out --1 -"5" -"b c"',
  )
})

test('parseFilterLine: refuses too many or too long words', () => {
  const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
  expect(parseFilterLine(numbered(50), columns).kind).toBe('line')
  expect(parseFilterLine(numbered(52), columns)).toMatchObject({
    kind: 'fault',
    fault: { message: expect.stringContaining('Use at most 50 words') as string, start: 190, end: 193 },
  })
  expect(parseFilterLine('x'.repeat(1000), columns).kind).toBe('line')
  expect(parseFilterLine(`y ${'x'.repeat(1001)}`, columns)).toMatchObject({
    kind: 'fault',
    fault: { message: expect.stringContaining('Text too long: 1,001 characters') as string, start: 2, end: 1003 },
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('empty', 'today', 'last week', 'a,b', '1..2', '"', '\\', ' ', '\ud800', '<1', '-x', 'a:b'),
  fc.constantFrom('1', '234', '1.000'),
)
const bound = (value: fc.Arbitrary<string>): fc.Arbitrary<{ value: string; inclusive: boolean }> =>
  fc.record({ value, inclusive: fc.boolean() })
const range = (value: fc.Arbitrary<string>): fc.Arbitrary<FilterCondition> =>
  fc.tuple(bound(value), bound(value), fc.constantFrom('from', 'to', 'both')).map(([from, to, which]) => ({
    kind: 'range',
    ...(which === 'to' ? {} : { from }),
    ...(which === 'from' ? {} : { to }),
  }))
const numberRange = range(fc.constantFrom('-0', '0.10', '1e400', '1.000', '123456789012345678901234567890', '2024'))
const dateRange = range(fc.constantFrom('2026-11-01', '2026-11-01 08:00', '2026-11-01T08:00:00.5+02:00', '2024/02/29'))
const dateLike = fc.constantFrom('2024', '2024-01', '2024-01-31', '2024/01/31', '2024-02-30', '2024-13-45', '2024-1-5')
const daysAndValues: fc.Arbitrary<FilterCondition> = fc.record({
  kind: fc.constant('one-of' as const),
  texts: fc.array(fc.oneof(text, dateLike), { minLength: 1, maxLength: 2 }),
  periods: fc.array(fc.constantFrom('2024-01-31', '2024/01/31', 'yesterday', 'last 24h'), {
    minLength: 1,
    maxLength: 2,
  }),
})
const value = fc.oneof(text, dateLike)
const anyCondition: fc.Arbitrary<FilterCondition> = fc.oneof(
  text.filter((each) => each !== '').map((each) => ({ kind: 'contains' as const, text: each })),
  value.map((each) => ({ kind: 'equals' as const, text: each })),
  fc.array(value, { minLength: 2, maxLength: 3 }).map((texts) => ({ kind: 'one-of' as const, texts })),
  daysAndValues,
  fc.constant({ kind: 'empty' as const }),
  numberRange,
  dateRange,
  range(fc.constantFrom('2026-11-01', 'today', 'last week', 'last 7d', '2024', '2024-01')),
)
const anyFilter: fc.Arbitrary<ColumnFilter> = fc.record({
  path: fc.constantFrom(...columns.map(({ path }) => path)),
  excludes: fc.boolean(),
  condition: anyCondition,
})
const anyWord: fc.Arbitrary<SearchWord> = fc.record({
  text: fc.oneof(text, fc.constantFrom('-12.50', '5', 'x=1', 'status', '-')).filter((each) => each !== ''),
  excludes: fc.boolean(),
})
const anyLine: fc.Arbitrary<FilterLine> = fc.record({
  search: fc.array(anyWord, { maxLength: 4 }),
  filters: fc.array(anyFilter, { maxLength: 4 }),
})

test('Filter line: a written line is parsed to the same filters and written the same again', () => {
  fc.assert(
    fc.property(anyLine, fc.constantFrom('en', 'de', 'fr'), (line, locale) => {
      const written = writeFilterLine(line, columns, locale)
      const parsed = parseFilterLine(written, columns, locale)
      if (parsed.kind === 'fault') throw new Error(`${written}: ${parsed.fault.message}`)
      expect(parsed.line).toEqual(line)
      expect(writeFilterLine(parsed.line, columns, locale)).toBe(written)
    }),
    { numRuns: 1000 },
  )
})

test('Filter line: any text is parsed or refused, and a parsed line is written stably', () => {
  const piece = fc.constantFrom(
    'status',
    ':',
    '~',
    '>=',
    '"',
    '\\',
    ' ',
    '-',
    '..',
    ',',
    '1',
    'x',
    'empty',
    '<',
    '2026-11-01',
    '=',
    '!=',
    'created',
    '2024-02-30',
    '2024',
    'sun@03h',
    'last',
    'week',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (line) => {
        const parsed = parseFilterLine(line, columns)
        if (parsed.kind === 'fault') {
          expect(parsed.fault.end).toBeLessThanOrEqual(line.length)
          return
        }
        const written = writeFilterLine(parsed.line, columns)
        expect(parseFilterLine(written, columns)).toEqual(parsed)
      },
    ),
    { numRuns: 2000 },
  )
})
