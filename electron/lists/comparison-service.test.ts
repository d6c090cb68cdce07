import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { ComparedSide, Comparison } from '#shared/lists/comparison.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { RecordStore } from '../records/record-store.ts'
import { rounds } from '../testing/rounds.ts'
import type { ComparisonService } from './comparison-service.ts'
import { createListServices, type ListServices, datasetFileNames } from './testing/list-services.ts'
import { pages, ServedLists } from './testing/served-lists.ts'

let folder: string
let services: ListServices
let datasets: ListServices['datasets']
let comparisons: ComparisonService
const unhurried = { signal: new AbortController().signal, onProgress: () => undefined }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-compare-'))
  services = createListServices(folder, {
    send: () => Promise.reject(new Error('No requests expected.')),
  })
  ;({ datasets, comparisons } = services)
})
afterEach(async () => {
  await services.datasets.end()
  await rm(folder, { recursive: true })
})

async function compared(
  before: readonly string[],
  after: readonly string[],
  idPath?: string,
  control: typeof unhurried = unhurried,
  withRecord = false,
): Promise<Comparison> {
  await writeFile(join(folder, 'a'), before.map((line) => `${line}\n`).join(''))
  await writeFile(join(folder, 'b'), after.join('\r\n'))
  const earlier = await comparisons.leaseLines(join(folder, 'a'), 'reports', unhurried)
  const later = await comparisons.leaseLines(join(folder, 'b'), 'reports', unhurried)
  try {
    return await comparisons.compareLeased(earlier, later, idPath, control, { withRecord })
  } finally {
    await earlier.release()
    await later.release()
  }
}

/** Returns the differences that a comparison found, as they are stored. */
async function differences(comparison: Comparison): Promise<unknown[]> {
  if (comparison.kind !== 'compared') throw new Error('The identifier is unclear.')
  const { datasetId } = comparison.summary
  const path = join(folder, 'differences')
  await datasets
    .get(datasetId)
    .store.exportTo(
      { kind: 'query', query: { search: [], filters: [], sort: [] } },
      { format: 'ndjson' },
      path,
      unhurried,
    )
  const text = await readFile(path, 'utf8')
  await datasets.close(datasetId)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

test('ComparisonService: finds added, removed and changed records by identifier, with the changed fields', async () => {
  const comparison = await compared(
    ['{"reportId":"a","n":1}', '{"reportId":"b","o":{"x":1,"y":"\u2028"}}', '{"reportId":"c"}'],
    ['{"reportId":"d","n":7}', '{"o":{"x":2.0,"y":"\\u2028"},"reportId":"b"}', '{ "n": 1.0, "reportId": "a" }'],
  )
  expect(comparison).toMatchObject({
    idPath: 'reportId',
    counts: { added: 1, gone: 1, changed: 1, same: 1 },
    changedPaths: ['change', 'id', 'fields', 'before.o.x', 'after.o.x'],
    summary: { state: { kind: 'complete' }, records: 3 },
  })
  expect(await differences(comparison)).toEqual([
    { change: 'changed', id: 'b', fields: ['o.x'], before: { o: { x: 1 } }, after: { o: { x: 2 } } },
    { change: 'added', id: 'd', after: { reportId: 'd', n: 7 } },
    { change: 'gone', id: 'c', before: { reportId: 'c' } },
  ])
})

test('ComparisonService: differences are filtered by the newer record, and by the older one of a removed record', async () => {
  const comparison = await compared(
    ['{"id":"a","s":"Done","n":1}', '{"id":"b","s":"Open"}', '{"id":"c","s":"Done"}', '{"id":"e","s":"Done","t":1}'],
    ['{"id":"a","s":"Done","n":2}', '{"id":"b","s":"Done"}', '{"id":"d","s":"Open"}', '{"id":"e","t":1}'],
    'id',
    unhurried,
    true,
  )
  if (comparison.kind !== 'compared') throw new Error('The identifier is unclear.')
  const { datasetId } = comparison.summary
  const found = async (filter: Omit<ColumnFilter, 'path' | 'newest'>): Promise<string[]> => {
    const query = { search: [], filters: [{ path: 's', newest: true as const, ...filter }], sort: [], timeZone: 'UTC' }
    const { rows } = await datasets.get(datasetId).rows({ query, offset: 0, limit: 10, paths: ['id'] })
    return rows.flatMap(({ texts }) => texts).toSorted()
  }
  const done = { kind: 'equals', text: 'done' } as const
  expect(await found({ excludes: false, condition: done })).toEqual(['a', 'b', 'c'])
  expect(await found({ excludes: true, condition: done })).toEqual(['d', 'e'])
  expect(await found({ excludes: false, condition: { kind: 'empty' } })).toEqual(['e'])
  expect((await differences(comparison))[0]).toMatchObject({ id: 'a', record: { id: 'a', s: 'Done', n: 2 } })
})

test('ComparisonService: gets the result of a simple comparison, for generated lists', async () => {
  const records = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.record({ v: fc.oneof(fc.integer({ max: 3, min: 0 }), fc.constantFrom('x', null, true)), w: fc.nat(2) }),
    { maxKeys: 12, noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(records, records, async (before, after) => {
      const records = (of: typeof before): string[] =>
        Object.entries(of).map(([id, values]) => JSON.stringify({ ...values, id }))
      const comparison = await compared(records(before), records(after))
      const found = new Map(
        ((await differences(comparison)) as { id: string; change: string; fields?: string[] }[]).map(
          ({ id, change, fields }) => [id, [change, ...(fields ?? []).toSorted()].join(' ')],
        ),
      )
      const expected = new Map<string, string>()
      for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const [one, other] = [before[id], after[id]]
        if (one === undefined) expected.set(id, 'added')
        else if (other === undefined) expected.set(id, 'gone')
        else {
          const fields = (['v', 'w'] as const).filter((name) => one[name] !== other[name])
          if (fields.length > 0) expected.set(id, ['changed', ...fields].join(' '))
        }
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: rounds(8, 100) },
  )
}, 120_000)

test('ComparisonService: compares identifiers by meaning, numbers by value and text by characters', async () => {
  const ids = async (before: string, after: string): Promise<unknown> => {
    const comparison = await compared([`{"id":${before}}`], [`{"id":${after}}`])
    const counts = comparison.kind === 'compared' ? comparison.counts : undefined
    if (comparison.kind === 'compared') await datasets.close(comparison.summary.datasetId)
    return counts
  }
  expect(await ids('7', '"7"')).toMatchObject({ added: 1, gone: 1 })
  expect(await ids('"A"', '"\\u0041"')).toMatchObject({ changed: 0, same: 1 })
  expect(await ids('10', '1e1')).toMatchObject({ same: 1 })
  expect(await ids('123456789012345678', '123456789012345679')).toMatchObject({ added: 1, gone: 1 })
})

test('ComparisonService: offers candidates if no field is clearly the identifier, and uses the chosen one', async () => {
  const before = ['{"code":"a","ref":"1","v":1}', '{"code":"b","ref":"2","v":1}']
  const after = ['{"code":"a","ref":"2","v":1}', '{"code":"b","ref":"1","v":2}']
  expect(await compared(before, after)).toEqual({ kind: 'unclear', candidates: ['code', 'ref'] })
  expect(await compared(before, after, 'code')).toMatchObject({ idPath: 'code', counts: { changed: 2 } })
  expect(await compared(before, after, 'ref')).toMatchObject({ idPath: 'ref', counts: { changed: 2 } })
  await expect(compared(before, after, 'v')).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringContaining('earlier') as string,
  })
  expect((await datasetFileNames(folder)).length).toBe(2)
})

test('ComparisonService: does not use a field with an identifier’s name but repeated values', async () => {
  expect(await compared(['{"id":1,"key":"a"}', '{"id":1,"key":"b"}'], ['{"id":2,"key":"a"}'])).toEqual({
    kind: 'unclear',
    candidates: ['key'],
    reason: expect.stringContaining('records 1 and 2 of the earlier list') as string,
  })
})

test('ComparisonService: finds no differences between equal or empty datasets', async () => {
  const same = await compared(['{"id":1}'], ['{"id":1}'])
  expect(same).toMatchObject({ counts: { same: 1 }, summary: { state: { kind: 'complete' }, records: 0 } })
  expect(await compared([], [])).toMatchObject({ kind: 'compared', counts: { same: 0 } })
  expect(await compared([], ['{"id":1}'])).toMatchObject({ counts: { added: 1 } })
})

test('ComparisonService: differences belong to no profile’s list and cannot be saved as a snapshot', async () => {
  const comparison = await compared(['{"id":1}'], ['{"id":2}'])
  if (comparison.kind !== 'compared') throw new Error('The identifier is unclear.')
  const { datasetId } = comparison.summary
  expect(services.datasets.get(datasetId).profileId).toBeUndefined()
  await expect(services.snapshots.keep(datasetId, 'October')).rejects.toMatchObject({ code: 'input-invalid' })
})

test('ComparisonService: leaves nothing behind when cancelled', async () => {
  // Two records differ, so the comparison isn't over before the cancellation arrives, however fast it counts.
  const many = Array.from({ length: 20_001 }, (_, id) => `{"id":${id}}`)
  const abort = new AbortController()
  const control = { signal: abort.signal, onProgress: () => abort.abort() } as typeof unhurried
  await expect(compared(many.slice(0, -1), many.slice(1), undefined, control)).rejects.toMatchObject({
    code: 'cancelled',
  })
  expect(await datasetFileNames(folder)).toEqual([])
})

test('ComparisonService: can be cancelled at any point, with an error', async () => {
  const cancelled = { code: 'cancelled' }
  const abort = new AbortController()
  const control = { ...unhurried, signal: abort.signal }
  // While differences are written.
  await writeFile(join(folder, 'a'), '{"id":1}')
  await writeFile(join(folder, 'b'), '{"id":2}')
  const earlier = await comparisons.leaseLines(join(folder, 'a'), 'reports', unhurried)
  const later = await comparisons.leaseLines(join(folder, 'b'), 'reports', unhurried)
  vi.spyOn(later.store, 'texts').mockImplementationOnce(() => {
    abort.abort()
    return Promise.resolve({ bytes: new Uint8Array(Buffer.from('{"id":2}')), ends: new Uint32Array([8]) })
  })
  await expect(comparisons.compareLeased(earlier, later, undefined, control)).rejects.toMatchObject(cancelled)
  await earlier.release()
  await later.release()
  // While a file is read.
  await expect(comparisons.leaseLines(join(folder, 'a'), 'reports', control)).rejects.toMatchObject(cancelled)
  expect(await datasetFileNames(folder)).toEqual([])
})

/** Creates a snapshot with one of three pages, and starts another load of the same list. */
async function withSnapshotAndCurrent(
  work: (
    kept: Extract<ComparedSide, { kind: 'snapshot' }>,
    current: Extract<ComparedSide, { kind: 'dataset' }>,
    services: ListServices,
  ) => Promise<void>,
): Promise<void> {
  const served = await ServedLists.start()
  try {
    const { datasetId, profileId } = await served.opened(pages(3))
    const { lists, snapshots } = served.services
    await lists.load(datasetId, 1)
    const { id: snapshotId } = await snapshots.keep(datasetId, 'October')
    const { datasetId: next } = await lists.open(profileId, 'reports', true)
    await work({ kind: 'snapshot', snapshotId }, { kind: 'dataset', datasetId: next }, served.services)
  } finally {
    await served.end()
  }
}

test('ComparisonService: leaves no file when the services end during a comparison', async () => {
  const lines = Array.from({ length: 2000 }, (_, id) => `{"id":${id}}`)
  await writeFile(join(folder, 'a'), lines.join('\n'))
  for (let pause = 0; pause < 60; pause += rounds(20, 5)) {
    const started = createListServices(folder, { send: () => Promise.reject(new Error('Nothing is read here.')) })
    const earlier = await started.comparisons.leaseLines(join(folder, 'a'), 'reports', unhurried)
    const later = await comparisons.leaseLines(join(folder, 'a'), 'reports', unhurried)
    const ended = started.comparisons
      .compareLeased(earlier, later, undefined, unhurried)
      .then(() => ({ code: 'dataset-closed' }))
      .catch((error: unknown) => error)
    await wait(pause)
    await started.datasets.end()
    await later.release()
    expect(await datasetFileNames(folder)).toEqual([])
    expect(await ended).toMatchObject({ code: 'dataset-closed' })
    await earlier.release()
    expect(await datasetFileNames(folder)).toEqual([])
  }
})

test('ComparisonService: says whether each load was complete', async () => {
  await withSnapshotAndCurrent(async (kept, current, { lists, comparisons: between }) => {
    await lists.load(current.datasetId, 2)
    expect(await between.compare(kept, current, undefined, unhurried)).toMatchObject({
      counts: { added: 10 },
      completeness: { before: false, after: false },
    })
    await lists.load(current.datasetId, 'all')
    expect(await between.compare(current, kept, undefined, unhurried)).toMatchObject({
      counts: { gone: 20 },
      completeness: { before: true, after: false },
    })
  })
  // It is unknown whether a file is complete.
  expect(await compared(['{"id":1}'], ['{"id":2}'])).toMatchObject({ completeness: {} })
})

test('ComparisonService: does not compare pages loaded after the lease', async () => {
  await withSnapshotAndCurrent(async (kept, current, { lists, comparisons: between }) => {
    await lists.load(current.datasetId, 1)
    const earlier = await between.lease(kept)
    const later = await between.lease(current)
    await lists.load(current.datasetId, 1)
    expect(await between.compareLeased(earlier, later, undefined, unhurried)).toMatchObject({
      kind: 'compared',
      counts: { added: 10, same: 10 },
    })
    await earlier.release()
  })
})

test('ComparisonService: a load that completes meanwhile is complete if all its records were compared', async () => {
  await withSnapshotAndCurrent(async (kept, current, { lists, comparisons: between }) => {
    await lists.load(current.datasetId, 2)
    const earlier = await between.lease(kept)
    const later = await between.lease(current)
    const digest = later.store.digest.bind(later.store)
    vi.spyOn(later.store, 'digest').mockImplementationOnce(async (...asked) => {
      const digested = digest(...asked)
      await lists.load(current.datasetId, 'all')
      return digested
    })
    // Its last page arrives during the comparison, which ignores it.
    expect(await between.compareLeased(earlier, later, undefined, unhurried)).toMatchObject({
      counts: { added: 10, same: 10 },
      completeness: { before: false, after: false },
    })
    await earlier.release()
  })
  await withSnapshotAndCurrent(async (kept, current, { lists, comparisons: between }) => {
    await lists.load(current.datasetId, 2)
    const earlier = await between.lease(kept)
    const later = await between.lease(current)
    // Its last page arrives before the comparison.
    await lists.load(current.datasetId, 'all')
    expect(await between.compareLeased(earlier, later, undefined, unhurried)).toMatchObject({
      counts: { added: 20, same: 10 },
      completeness: { before: false, after: true },
    })
    await earlier.release()
  })
})

test('ComparisonService: ignores a byte order mark before the first record', async () => {
  for (const text of ['\uFEFF', '\uFEFF{"id":1}\n{"id":2}\n', '\uFEFF\n{"id":1}']) {
    await writeFile(join(folder, 'x'), text)
    const lines = await comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)
    const { records } = await lines.store.readColumns()
    expect(records).toBe(text.split('"id"').length - 1)
    await lines.release()
  }
  // Anywhere else it is invalid JSON.
  await writeFile(join(folder, 'x'), '{"id":1}\n\uFEFF{"id":2}\n')
  await expect(comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)).rejects.toMatchObject({
    code: 'input-invalid',
  })
})

test('ComparisonService: refuses a file that is not NDJSON', async () => {
  await writeFile(join(folder, 'x'), '{"a":1}\nno\n')
  await expect(comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)).rejects.toMatchObject({
    code: 'input-invalid',
  })
  // For example a line that closes the page's array.
  await writeFile(join(folder, 'x'), '1],"next":"a"}\n')
  await expect(comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)).rejects.toMatchObject({
    code: 'input-invalid',
  })
  // A record on two lines, and two records on one.
  for (const text of ['{"id":1,"t":"a"\n"n":2}\n{"id":2}\n', '{"id":1}\n{"id":2},{"id":3}\n']) {
    await writeFile(join(folder, 'x'), text)
    await expect(comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)).rejects.toMatchObject({
      code: 'input-invalid',
    })
  }
  await expect(comparisons.leaseLines(join(folder, 'none'), 'reports', unhurried)).rejects.toMatchObject({
    code: 'disk-failed',
  })
})

test('ComparisonService: does not report a full disk as an invalid file', async () => {
  const full = new ClavisError('disk-full', 'The disk is full.', { hint: 'Make room.' })
  const stored = vi.spyOn(RecordStore.prototype, 'addPage').mockRejectedValue(full)
  try {
    await writeFile(join(folder, 'x'), '{"a":1}\n')
    await expect(comparisons.leaseLines(join(folder, 'x'), 'reports', unhurried)).rejects.toBe(full)
    expect(await datasetFileNames(folder)).toEqual([])
  } finally {
    stored.mockRestore()
  }
})
