import { expect, test } from 'vitest'
import type { SavedView } from '#shared/lists/list-views.ts'
import { createViewMemory } from '../model/view-memory.tsx'
import { copyName, isAsSaved, listStateOf, restoredState, stateOfView, type ShownList } from './list-state.ts'

const saved: SavedView = {
  id: 'a2f7e43c-93a4-4b67-8f0c-4f2f7dbb9b11',
  list: 'reports',
  name: 'Failed',
  filter: 'status:Errored createdAt:last week',
  sort: [{ path: 'team', direction: 'ascending' }],
  groups: [
    { path: 'createdAt', unit: 'day' },
    { path: 'status', byCount: true },
  ],
  mode: 'table',
  columns: {
    order: ['a', 'b'],
    settings: [
      { path: 'a', hidden: true },
      { path: 'b', width: 100 },
    ],
  },
}

/** What the page shows when it opens with a memory. */
function shownIn(state: Parameters<typeof createViewMemory>[0]): ShownList {
  const { filterLine, sort, groups, mode, chart, view } = createViewMemory(state).read()
  return { filter: filterLine.text, sort, groups, mode, chart, view }
}

test('isAsSaved: a view that was just opened, whatever the order of its settings, until something differs', () => {
  const shown = shownIn(stateOfView(saved))
  const view = { id: saved.id, columns: saved.columns }
  expect(isAsSaved(shown, view, saved)).toBe(true)
  const { order, settings } = saved.columns
  const reordered = { ...view, columns: { order, settings: settings.toReversed() } }
  expect(isAsSaved({ ...shown, filter: `${saved.filter} ` }, reordered, saved)).toBe(true)
  for (const other of [{ filter: 'status:Errored' }, { sort: [] }, { groups: [] }, { mode: 'charts' as const }])
    expect(isAsSaved({ ...shown, ...other }, view, saved)).toBe(false)
  expect(isAsSaved(shown, { ...view, columns: { order, settings: [] } }, saved)).toBe(false)
})

test('listStateOf: a list is restored as it was left; a very long line is left out', () => {
  const shown = shownIn(stateOfView(saved))
  expect(shownIn(restoredState(listStateOf(shown)))).toEqual(shown)
  expect(listStateOf({ ...shown, filter: 'x'.repeat(10_001) })).toMatchObject({ filter: '', mode: 'table' })
})

test('copyName: a name that no other view has', () => {
  expect(copyName('Failed', ['Failed'])).toBe('Failed copy')
  expect(copyName('Failed', ['Failed', 'failed COPY', 'Failed copy 2'])).toBe('Failed copy 3')
})
