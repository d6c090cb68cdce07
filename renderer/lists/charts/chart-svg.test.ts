import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { chartSvg, type ChartFile } from './chart-svg.tsx'

const definition: ChartDefinition = {
  measure: { kind: 'sum', path: 'amount' },
  grouping: { kind: 'value', path: 'status', most: 10 },
  split: { path: 'currency', most: 6 },
  timeZone: 'UTC',
}

/** A picture has no totals. */
const nothing = { value: null, records: 0 }

function fileOf(name: string, changes: Partial<ChartFile> = {}): ChartFile {
  const chart: Chart = {
    ...{ records: 3, withoutDate: 0, withoutNumber: 0, withLists: [], totals: [], total: nothing },
    groups: [{ kind: 'value', value: { kind: 'text', text: name } }, { kind: 'others' }],
    series: [
      {
        name: { kind: 'value', value: { kind: 'text', text: 'EUR' } },
        measured: [
          { value: '900000000000000001.10', records: 2 },
          { value: null, records: 0 },
        ],
        total: nothing,
      },
      {
        name: { kind: 'empty' },
        measured: [
          { value: '-5', records: 1 },
          { value: '0', records: 0 },
        ],
        total: nothing,
      },
    ],
  }
  return {
    chart,
    definition,
    shape: 'bars',
    title: `Sum of amount by ${name}`,
    remarks: ['All 3 records'],
    dates: systemDates,
    ...changes,
  }
}

const svgOf = (file: ChartFile): string => chartSvg(file, (text) => text.length * 6).svg

/** The texts of a well-formed document; throws where it is none. */
function textsOf(svg: string): string[] {
  const texts: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('text', (text) => texts.push(text))
  parser.write(svg).close()
  return texts
}

test('chartSvg: keeps names from right to left apart from the text around them, in labels, legend and descriptions', () => {
  const file = fileOf('(תם) 12')
  const [first, ...others] = file.chart.series
  if (first === undefined) throw new Error('There is no series.')
  const series = [{ ...first, name: { kind: 'value', value: { kind: 'text', text: 'تم 7' } } } as const, ...others]
  const texts = textsOf(svgOf({ ...file, chart: { ...file.chart, series } }))
  expect(texts).toContain('\u2068(תם) 12\u2069')
  expect(texts).toContain('\u2068تم 7\u2069')
  expect(texts.find((text) => text.startsWith('\u2068(תם) 12\u2069: \u2068تم 7\u2069: '))).toBeDefined()
})

test('chartSvg: has the title, the scope, and each number with all its digits', () => {
  const texts = textsOf(svgOf(fileOf('Done')))
  expect(texts[0]).toBe('Sum of amount by Done')
  expect(texts).toContain('All 3 records')
  expect(texts).toContain('Done: EUR: 900,000,000,000,000,001.1 (2 records); No value: -5 (1 record)')
  expect(texts).toEqual(expect.arrayContaining(['EUR', 'No value', 'Other']))
})

test('chartSvg: includes its colors and size', () => {
  const { svg, width, height } = chartSvg(fileOf('Done'), (text) => text.length * 6)
  expect(svg).not.toMatch(/var\(|class=|style|href/u)
  expect(svg).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`)
})

test('chartSvg: wraps a long remark to a second line', () => {
  const remark = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const one = chartSvg(fileOf('Done'), (text) => text.length * 6).height
  expect(chartSvg(fileOf('Done', { remarks: [remark] }), (text) => text.length * 6).height).toBeGreaterThan(one)
})

test('chartSvg: is well-formed, whatever the values contain', () => {
  const name = `<script>"&amp;' ]]> url(https://example.com) \\ \u0000\u0001\ufffe\ud800 支払い`
  expect(textsOf(svgOf(fileOf(name))).join('')).toContain('支払い')
})

test('chartSvg: marks the points of a line if there are few', () => {
  const markers = (count: number): number => {
    const days = Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString())
    const chart: Chart = {
      ...fileOf('Done').chart,
      groups: days.map((from) => ({ kind: 'time', from, to: from })),
      series: [{ name: { kind: 'all' }, measured: days.map(() => ({ value: '1', records: 1 })), total: nothing }],
    }
    const asked = { ...definition, grouping: { kind: 'time', path: 'at', unit: 'day' } } as const
    return svgOf(fileOf('Done', { chart, definition: asked, shape: 'lines' })).split('M-3.5 0a3.5').length - 1
  }
  expect([20, 21].map(markers)).toEqual([20, 0])
})
