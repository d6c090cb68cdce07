import { expect, test } from 'vitest'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import { filterSyntax } from '#shared/lists/filter-line/filter-syntax.ts'
import filterPage from '../../../docs/filter-language.md?raw'
import keyboardPage from '../../../docs/keyboard.md?raw'
import { shortcutGroups } from './shortcuts.ts'

test('Help: lists the same shortcuts as docs/keyboard.md', () => {
  const rows = keyboardPage.split('\n').filter((line) => /^\| (?!where)/u.test(line))
  expect(
    shortcutGroups.flatMap(({ where, shortcuts }) =>
      shortcuts.map(([keys, action], index) => `|${index === 0 ? ` ${where} ` : ' '}| ${keys} | ${action} |`),
    ),
  ).toEqual(rows)
})

test.each(filterSyntax)('Help: the filter line takes %s, and docs/filter-language.md explains it', (example) => {
  const columns: readonly NamedColumn[] = [
    ...(['status', 'name', 'note'] as const).map((path) => ({ path, type: 'text' as const })),
    { path: 'amount', type: 'number' },
    { path: 'createdAt', type: 'datetime' },
  ]
  expect(parseFilterLine(example, columns)).toMatchObject({ kind: 'line' })
  expect(filterPage).toContain(`\`${example}\``)
})
