import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('Icon button: each button with only an icon has a tooltip', () => {
  const bare = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/<ActionIcon\b/gu)]
      .filter(({ index }) => !/<Tooltip\b(?:[^<>]|=>|\{[^{}]*\})*>\s*$/u.test(text.slice(0, index)))
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
