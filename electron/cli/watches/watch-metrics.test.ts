import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ListGround, refusal } from '../lists/testing/list-ground.ts'
import { findPromtool, runPromtool } from '../testing/promtool.ts'

const promtool = await findPromtool()

/** Returns the values of the metrics of watches by name and labels, without those of the profile. */
async function metrics(ground: ListGround): Promise<Record<string, number>> {
  expect(await ground.clavis('check', '--metrics', ground.file('clavis.prom'))).toMatchObject({ code: 0 })
  const lines = (await readFile(ground.file('clavis.prom'), 'utf8')).split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith('clavis_watch'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at).replace('profile="Acme",environment="mock",', ''), Number(line.slice(at + 1))]
      }),
  )
}

test('clavis check --metrics: says when the watches that are on were loaded last, how that went, and how many records match', async ({
  skip,
}) => {
  await using ground = await ListGround.start({ pages: 2, recordsPerPage: 3 })
  await ground.clavis('watch', 'set', 'Acme', 'reports')
  expect(await metrics(ground)).toEqual({})
  const before = Date.now() / 1000
  await ground.clavis('watch', 'run', '--once')
  const labels = '{list="reports",view=""}'
  const first = await metrics(ground)
  expect(first).toEqual({
    [`clavis_watch_last_load_timestamp_seconds${labels}`]: expect.any(Number) as number,
    [`clavis_watch_load_success${labels}`]: 1,
    [`clavis_watch_records${labels}`]: 6,
  })
  expect(Math.abs((first[`clavis_watch_last_load_timestamp_seconds${labels}`] ?? 0) - before)).toBeLessThan(60)

  ground.faults.set(undefined, refusal)
  await ground.clavis('watch', 'run', '--once')
  expect(await metrics(ground)).toMatchObject({
    [`clavis_watch_load_success${labels}`]: 0,
    [`clavis_watch_records${labels}`]: 6,
  })
  const text = await readFile(ground.file('clavis.prom'), 'utf8')
  await ground.clavis('watch', 'off', 'Acme', 'reports')
  expect(await metrics(ground)).toEqual({})

  if ('reason' in promtool) return skip(promtool.reason)
  expect(await runPromtool(promtool.path, ['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
})
