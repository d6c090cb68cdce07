import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { comparisonRequestSchema, incompleteMessage, repeatedMessage } from '#shared/lists/comparison.ts'
import { cellsOf, itemsThatFit, maxPathLength, pageThatFits } from './tool-result.ts'
import { type AddTool, offsetInput, tool } from './tool.ts'

/** Maximum number of changed fields whose values are returned. */
const maxChangedFields = 30
/** Maximum number of changed fields that are named. */
const maxNamedFields = 200
/** Maximum number of differences per call. */
const maxDifferences = 100

const listSnapshots = tool({
  name: 'list_snapshots',
  title: 'List snapshots',
  description:
    'Lists the saved loads of lists, newest first: name, profile, list, when it was loaded and how many records it has. Only the person can save one.',
  input: z.strictObject({ offset: offsetInput }),
  run: async (agent, { offset }) => {
    const items = (await agent.snapshots()).map(({ id, name, profileName, list, startedAt, records, complete }) => ({
      id,
      name,
      profile: profileName,
      list,
      startedAt,
      records,
      isComplete: complete,
    }))
    const { part, facts } = pageThatFits(items, offset)
    return { facts: { ...facts, snapshots: part } }
  },
})

const snapshotInput = z.string().min(1).max(500).describe('Name or ID of a snapshot, from list_snapshots')

const compareSnapshots = tool({
  name: 'compare_snapshots',
  title: 'Compare two snapshots',
  description:
    'Compares two snapshots of a list record by record: how many were added, are gone, changed or stayed the same, and the differences: kind of change, identifier, and the changed fields before and after. Sends nothing.',
  input: z.strictObject({
    before: snapshotInput,
    after: snapshotInput,
    idField: comparisonRequestSchema.shape.idPath.describe(
      'Field that identifies a record (default: found in the data)',
    ),
    fields: z
      .array(z.string().max(1000))
      .min(1)
      .max(maxChangedFields)
      .optional()
      .describe(`Fields whose values are returned (default: the first ${maxChangedFields} that changed)`),
    offset: offsetInput,
  }),
  run: async (agent, { before, after, idField, fields: asked, offset }, { readSecret, signal }) => {
    const jobId = randomUUID()
    signal.addEventListener('abort', () => void agent.call('jobs.cancel', { jobId }).catch(() => undefined))
    const side = async (nameOrId: string) => {
      const { id, profileId } = await agent.snapshot(nameOrId)
      // So that it is masked in what was saved with it.
      await readSecret(await agent.profile(profileId))
      return { kind: 'snapshot', snapshotId: id } as const
    }
    const comparison = await agent.call('comparisons.compare', {
      jobId,
      before: await side(before),
      after: await side(after),
      ...(idField === undefined ? {} : { idPath: idField }),
    })
    if (comparison.kind === 'unclear')
      return {
        facts: { unclear: 'Which field identifies a record is unclear: choose one with idField.' },
        fromService: { candidates: pageThatFits(comparison.candidates, 0).part },
      }
    const { summary, idPath, counts, changedPaths, completeness } = comparison
    const { datasetId } = summary
    try {
      const own = ['change', 'id']
      const changed = changedPaths.filter((path) => !own.includes(path))
      const fields = asked ?? changed.filter((path) => path.length <= maxPathLength).slice(0, maxChangedFields)
      const paths = [...own, ...fields]
      const query = { search: [], filters: [], sort: [] }
      const { rows } = await agent.call('lists.rows', { datasetId, query, offset, limit: maxDifferences, paths })
      const { part, facts } = itemsThatFit(rows.map(cellsOf), offset, summary.records)
      const notes = [incompleteMessage(completeness), repeatedMessage(counts)].filter((note) => note !== undefined)
      const more = changed.length - fields.length
      return {
        facts: {
          ...counts,
          notes,
          ...(asked === undefined && more > 0 && { moreChangedFields: more }),
          ...facts,
        },
        fromService: {
          idField: idPath,
          columns: paths,
          rows: part,
          ...(asked === undefined && more > 0 && { moreFields: changed.slice(fields.length, maxNamedFields) }),
        },
      }
    } finally {
      await agent.call('lists.close', { datasetId })
    }
  },
})

export const snapshotTools: readonly AddTool[] = [listSnapshots, compareSnapshots]
