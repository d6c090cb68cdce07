import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { calls } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import { type Chart, chartDefinitionSchema, type ChartGroup, type SeriesName } from '#shared/lists/list-analysis.ts'
import { type DatasetSummary, type ListQuery, listQuerySchema, rowsRequestSchema } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { Agent } from './agent.ts'
import { loadUpTo } from './list-load.ts'
import { cellsOf, itemsThatFit, maxPathLength, pageThatFits, textThatFits } from './tool-result.ts'
import { type AddTool, ofLoadedList, offsetInput, tool } from './tool.ts'

/** Maximum number of fields per call. A row with texts as long as the engine returns them must fit. */
const maxFields = 40
/** Maximum length of a record that is returned in parts, characters. */
const maxRecordLength = 2_000_000

const filterInput = z
  .string()
  .max(5000)
  .optional()
  .describe(
    'A line of Clavis’s filter language: status:Completed amount>1000 createdAt:"last week" -country:US, or words to search for. All parts must match; field names are those of open_list',
  )
const sortInput = listQuerySchema.shape.sort.default([]).describe('Fields to sort by')
const fieldsInput = z.array(z.string().max(1000)).min(1).max(maxFields).optional()

/** Returns the query of a filter line. @throws `input-invalid` */
async function queryOf(
  agent: Agent,
  { columns }: DatasetSummary,
  filter = '',
  sort: ListQuery['sort'] = [],
): Promise<ListQuery> {
  const parsed = parseFilterLine(filter, columns, 'en')
  if (parsed.kind === 'fault')
    throw new ClavisError('input-invalid', `Filter: ${parsed.fault.message}`, { hint: 'Use the fields of open_list.' })
  const { search, filters } = parsed.line
  return { search: [...search], filters: [...filters], sort, timeZone: await agent.timeZone() }
}

/** Returns what is loaded of a list: without all of it, a number is only of what is loaded. */
function extentOf({ records, state, snapshot }: DatasetSummary): Readonly<Record<string, unknown>> {
  return {
    loadedRecords: records,
    isComplete: state.kind === 'complete',
    ...(snapshot === undefined ? {} : { snapshot: snapshot.name }),
  }
}

const openList = tool({
  name: 'open_list',
  title: 'Open a list',
  description:
    'Loads records of one of a profile’s lists from the service, up to a number, or opens a snapshot of it, and returns how much is loaded and its fields with their types. What is loaded stays for the other tools; call again with a larger number to load more. A call stops after about 40 seconds and says how far it got.',
  input: ofLoadedList.extend({
    records: z
      .int()
      .min(0)
      .max(100_000)
      .default(1000)
      .describe('How many records are to be loaded, if there are as many'),
    reload: z.boolean().default(false).describe('Start again from the first page'),
    snapshot: z
      .string()
      .min(1)
      .optional()
      .describe('Name or ID of a snapshot of this list, to open instead of loading'),
    offset: offsetInput.describe('First field to return, from 0'),
  }),
  sends: true,
  run: async (agent, { profile, list, records, reload, snapshot, offset }, { signal, readSecret }) => {
    const own = await agent.profile(profile)
    const { id } = own
    const open = async (): Promise<DatasetSummary> => {
      if (snapshot !== undefined) {
        const found = await agent.snapshot(snapshot)
        if (found.profileId === id && found.list === list) return openSnapshot(agent, found, await readSecret(own))
        throw new ClavisError('input-invalid', `“${found.name}” is a snapshot of another list or profile.`, {
          hint: 'list_snapshots says of which.',
        })
      }
      const opened = await agent.call('lists.open', { profileId: id, list, restart: reload })
      // This starts a new load, so the snapshot doesn't change.
      const loaded =
        opened.snapshot === undefined ? opened : await agent.call('lists.open', { profileId: id, list, restart: true })
      return loadUpTo(agent, loaded, records, signal)
    }
    // One after another: stopping a load stops it for all who wait for it.
    const summary = await agent.inTurn(open)
    const { part, facts } = pageThatFits(summary.columns, offset)
    const { state } = summary
    const failure = state.kind === 'failed' ? { failedWith: state.error.code } : {}
    return {
      facts: { ...extentOf(summary), ...failure, ...facts },
      fromService: { ...(state.kind === 'failed' ? { failure: state.error.message } : {}), fields: part },
    }
  },
})

/**
 * Opens a snapshot, whose records were saved as the service sent them. One with the client secret stays closed: filters could find it
 * letter by letter.
 * @throws `call-refused`
 */
async function openSnapshot(agent: Agent, { id, name }: Snapshot, secret: Secret | undefined): Promise<DatasetSummary> {
  const summary = await agent.call('snapshots.open', { snapshotId: id })
  if (secret === undefined) return summary
  const { datasetId } = summary
  const query = { search: [{ text: secret.text(), excludes: false }], filters: [], sort: [] }
  const { count } = await agent.call('lists.rows', { datasetId, query, offset: 0, limit: 1, paths: [] })
  if (count === 0) return summary
  await agent.call('lists.close', { datasetId })
  throw new ClavisError('call-refused', `The snapshot “${name}” has the profile’s client secret in its records.`, {
    hint: 'Only a person can open it, in the Clavis window.',
  })
}

/** Makes sure that a list has fields. @throws `input-invalid` for a field that no loaded record has */
function requireFields({ columns }: DatasetSummary, paths: readonly string[]): void {
  const unknown = paths.find((path) => !columns.some((column) => column.path === path))
  if (unknown !== undefined)
    throw new ClavisError('input-invalid', `No loaded record has the field “${unknown}”.`, {
      hint: 'open_list returns the fields.',
    })
}

const listRows = tool({
  name: 'list_rows',
  title: 'Rows of a list',
  description:
    'Returns rows of a loaded list that match a filter, in an order. A row has its position and the text of each field: numbers as sent, null if the field is missing or null. Long texts are cut; get_record returns the whole record by its position.',
  input: ofLoadedList.extend({
    filter: filterInput,
    sort: sortInput,
    fields: fieldsInput.describe(`Fields to return, by their paths (default: the first ${maxFields})`),
    offset: offsetInput,
    limit: rowsRequestSchema.shape.limit.max(200).default(50),
  }),
  run: async (agent, { profile, list, filter, sort, fields, offset, limit }) => {
    const summary = await agent.loadedList(profile, list)
    const { datasetId, columns } = summary
    const shown = columns.map(({ path }) => path).filter((path) => path.length <= maxPathLength)
    const paths = fields ?? shown.slice(0, maxFields)
    requireFields(summary, [...paths, ...sort.map(({ path }) => path)])
    const query = await queryOf(agent, summary, filter, sort)
    const { rows, count } = await agent.call('lists.rows', { datasetId, query, offset, limit, paths })
    const items = rows.map((row) => [row.position, ...cellsOf(row)])
    const { part, facts } = itemsThatFit(items, offset, count)
    const left = columns.length - paths.length
    const more = fields === undefined && left > 0 ? { moreFields: `${left}: ask for them by fields.` } : {}
    return {
      facts: { ...extentOf(summary), ...more, ...facts },
      fromService: { columns: ['position', ...paths], rows: part },
    }
  },
})

const getRecord = tool({
  name: 'get_record',
  title: 'A whole record',
  description: 'Returns the text of one record of a loaded list as the service sent it, in parts if it is long.',
  input: ofLoadedList.extend({
    position: calls['lists.record'].input.shape.position.describe('Its position, from list_rows'),
    offset: offsetInput.describe('First character to return, from 0'),
  }),
  run: async (agent, { profile, list, position, offset }, { mask }) => {
    const { datasetId } = await agent.loadedList(profile, list)
    const { text } = await agent.call('lists.record', { datasetId, position })
    const { part, facts } = textThatFits(mask(text.slice(0, maxRecordLength)), offset)
    const cut = text.length > maxRecordLength ? { cutAt: `${maxRecordLength} characters` } : {}
    return { facts: { position, ...facts, ...cut }, fromService: { record: part } }
  },
})

const listStatistics = tool({
  name: 'list_statistics',
  title: 'Statistics of fields',
  description:
    'Computes exact statistics of fields over the loaded records that match a filter: filled, distinct and most frequent values, smallest, largest, sum, mean and quantiles, earliest and latest.',
  input: ofLoadedList.extend({
    filter: filterInput,
    fields: fieldsInput.describe(`Fields by their paths (default: the first ${maxFields})`),
    offset: offsetInput.describe('First of the fields to return, from 0'),
  }),
  run: async (agent, { profile, list, filter, fields, offset }) => {
    const summary = await agent.loadedList(profile, list)
    const query = await queryOf(agent, summary, filter)
    const paths = (fields ?? summary.columns.map(({ path }) => path)).slice(offset, offset + maxFields)
    const total = fields?.length ?? summary.columns.length
    requireFields(summary, paths)
    if (paths.length === 0) return { facts: { ...extentOf(summary), offset, total } }
    const timeZone = await agent.timeZone()
    const { datasetId } = summary
    const { records, profiles } = await agent.call('lists.profileColumns', {
      datasetId,
      analysisId: randomUUID(),
      query,
      paths,
      timeZone,
    })
    const items = profiles.map(({ histogram: _histogram, ...statistics }) => statistics)
    const { part, facts } = itemsThatFit(items, offset, total)
    return { facts: { ...extentOf(summary), records, ...facts }, fromService: { fields: part } }
  },
})

const { measure, grouping, split } = chartDefinitionSchema.shape

const listChart = tool({
  name: 'list_chart',
  title: 'A chart’s table',
  description:
    'Groups the loaded records that match a filter by a date or a value and measures each group: count, or sum, mean, smallest or largest of a field. split makes a series for each of a second field’s most frequent values. Returns the chart as a table with exact numbers.',
  input: ofLoadedList.extend({ filter: filterInput, measure, grouping, split, offset: offsetInput }),
  run: async (agent, { profile, list, filter, offset, ...shown }) => {
    const summary = await agent.loadedList(profile, list)
    const { grouping: by, measure: of, split: parts } = shown
    requireFields(summary, [by.path, ...(of.kind === 'count' ? [] : [of.path]), ...(parts ? [parts.path] : [])])
    const query = await queryOf(agent, summary, filter)
    const definition = { ...shown, timeZone: await agent.timeZone() }
    const { datasetId } = summary
    const chart = await agent.call('lists.chart', { datasetId, analysisId: randomUUID(), query, definition })
    const { records, withoutDate, withoutNumber, series, total, time } = chart
    const items = rowsOf(chart)
    const { part, facts } = pageThatFits(items, offset)
    return {
      facts: { ...extentOf(summary), records, withoutDate, withoutNumber, ...(time && { unit: time.unit }), ...facts },
      fromService: { columns: ['group', 'all', ...namesOf(series)], rows: part, total: total.value },
    }
  },
})

/** A row per group: its name, its measure, and that of each series if the chart is split. */
function rowsOf({ groups, series, totals }: Chart): unknown[] {
  const shown = series.filter(({ name }) => name.kind !== 'all')
  return groups.map((group, at) => [
    nameOf(group),
    totals[at]?.value ?? null,
    ...shown.map(({ measured }) => measured[at]?.value ?? null),
  ])
}

function namesOf(series: Chart['series']): unknown[] {
  return series.flatMap(({ name }) => (name.kind === 'all' ? [] : [nameOf(name)]))
}

function nameOf(group: ChartGroup | SeriesName): unknown {
  switch (group.kind) {
    case 'time':
      return { from: group.from, to: group.to }
    case 'value':
      return group.value.text
    default:
      return { kind: group.kind }
  }
}

export const listTools: readonly AddTool[] = [openList, listRows, getRecord, listStatistics, listChart]
