import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { profileIdSchema } from '#shared/profiles/profile.ts'
import { useViewMemories, ViewMemoryProvider } from '../model/view-memory.tsx'
import { differencesView } from './comparison-state.ts'
import { useComparison } from './use-comparison.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn(() => Promise.resolve()) }))
vi.mock('../../platform/clavis.ts', () => ({ call, useClavisEvent: () => undefined }))
vi.mock('../../ui/dialog/show-error.tsx', () => ({ showError: () => undefined }))

const profileId = profileIdSchema.parse('00000000-0000-4000-8000-000000000001')

/** Draws the hooks of a list whose comparison is shown. */
function drawn(datasetId: string): {
  readonly control: ReturnType<typeof useComparison>
  readonly memories: ReturnType<typeof useViewMemories>
} {
  const client = new QueryClient()
  const compared = { kind: 'compared', comparison: { summary: { datasetId } } }
  client.setQueryData(['comparison', profileId, 'reports'], compared)
  const seen: ReturnType<typeof drawn>[] = []
  function Page(): null {
    seen.push({ control: useComparison(profileId, 'reports'), memories: useViewMemories() })
    return null
  }
  const page = createElement(ViewMemoryProvider, { children: createElement(Page) })
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  const [first] = seen
  if (first === undefined) throw new Error('The page was not drawn.')
  return first
}

test('useComparison: a closed comparison frees its dataset and its view, and no other view', () => {
  const { control, memories } = drawn('old')
  for (const view of [differencesView('old'), differencesView('other'), 'a list'])
    memories.of(view).update({ mode: 'charts' })
  control.close()
  expect(call.mock.calls).toEqual([['lists.close', { datasetId: 'old' }]])
  expect(memories.of(differencesView('old')).read().mode).toBe('table')
  expect(memories.of(differencesView('other')).read().mode).toBe('charts')
  expect(memories.of('a list').read().mode).toBe('charts')
})
