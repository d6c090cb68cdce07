import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from '../records/testing/page-text.ts'
import { rounds } from '../testing/rounds.ts'
import type { ListAnswer } from './testing/list-server.ts'
import { datasetFileNames } from './testing/list-services.ts'
import { pages, ServedLists, upTo } from './testing/served-lists.ts'

/** What the person or the computer does with a list. */
const use = fc.constantFrom(
  ...['load one', 'load one', 'load one', 'load all', 'load all', 'pause'],
  ...['keep', 'keep', 'start again', 'start again', 'start again', 'reload', 'remove'],
)

/** What a service may send instead of a page, by page number. */
const faults: Readonly<Record<string, (number: number) => ListAnswer>> = {
  'broken off': (number) => pages(99)(cursorOf(number)).subarray(0, 40),
  'no JSON': () => '<html>Sign in</html>',
  // On a last page, this would be a page without records.
  'another member': () => '{"items":[],"next":"c99","lastPage":"false"}',
  'no last page': () => '{"reports":[{"id":-1}],"next":"c99"}',
  'no next': () => pageOf(['{"id":-1}', '{"id":-2}'], null, 'false'),
  'leads back': (number) => pageOf(['{"id":-1}'], cursorOf(Math.max(2, number - 1)) ?? null, 'false'),
  'leads to itself': (number) => pageOf([], cursorOf(Math.max(2, number)) ?? null, 'false'),
  refused: () => (response) => response.writeHead(410).end(),
}
/** The next responses; correct ones follow. */
const answers = fc.array(fc.constantFrom('page', 'page', 'leads back', ...Object.keys(faults)), { maxLength: 6 })

function cursorOf(number: number): string | undefined {
  return number === 1 ? undefined : `c${number}`
}

test('Lists: no sequence of responses and actions duplicates, loses or leaves anything behind', async () => {
  const steps = fc.array(fc.tuple(use, answers), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 7 }), steps, async (last, done) => {
      const served = await ServedLists.start()
      try {
        const queue: string[] = []
        const opened = await served.opened((cursor) => {
          const number = cursor === undefined ? 1 : Number(cursor.slice(1))
          const fault = faults[queue.shift() ?? '']
          // The first page decides which field holds the records.
          return number === 1 || fault === undefined ? pages(last)(cursor) : fault(number)
        })
        let { datasetId } = opened
        const isAsItShouldBe = async (): Promise<void> => {
          const { datasets, snapshots } = served.services
          const { pages: sound, records } = datasets.get(datasetId).loader.mark()
          const summary = datasets.get(datasetId).summary()
          const all = await served.ids(datasetId)
          expect(records).toBe(sound * 10)
          expect(all.slice(0, records)).toEqual(upTo(records))
          expect(all).toHaveLength(summary.records)
          expect(summary.columns.find(({ path }) => path === 'id')?.filled ?? 0).toBe(summary.records)
          // A page without a usable cursor stays until it is requested again.
          expect(summary.pages - sound).toBeOneOf(summary.records === records ? [0, 1] : [1])
          expect(summary.state.kind === 'complete').toBe(sound === last)
          expect(await datasetFileNames(served.folder)).toHaveLength(summary.snapshot === undefined ? 1 : 0)
          expect(await snapshots.list()).toHaveLength(summary.snapshot === undefined ? 0 : 1)
        }
        for (const [what, answered] of done) {
          const { lists, datasets, snapshots } = served.services
          const { snapshot } = datasets.get(datasetId).summary()
          queue.splice(0, queue.length, ...answered)
          if (what === 'load one') await lists.load(datasetId, 1)
          if (what === 'load all') await lists.load(datasetId, 'all')
          if (what === 'pause') await Promise.all([lists.load(datasetId, 'all'), datasets.get(datasetId).pause()])
          if (what === 'keep' && snapshot === undefined) await snapshots.keep(datasetId, 'October')
          if (what === 'reload' && snapshot === undefined) ({ datasetId } = await lists.reloads.reload(datasetId))
          if (what === 'remove' && snapshot !== undefined) await snapshots.remove(snapshot.id)
          if (what === 'start again' && snapshot !== undefined) {
            const { snapshots: again } = await served.restart()
            ;({ datasetId } = await again.open(snapshot.id))
          }
          await isAsItShouldBe()
        }
        queue.length = 0
        expect(await served.services.lists.load(datasetId, 'all')).toMatchObject({
          state: { kind: 'complete' },
          pages: last,
        })
        await isAsItShouldBe()
      } finally {
        await served.end()
      }
    }),
    { numRuns: rounds(12, 300) },
  )
})
