import { expect, test } from 'vitest'
import type { CommandOutcome } from '../testing/command-run.ts'
import { ListGround, refusal } from './testing/list-ground.ts'

const saved = 'Café Monday'
const typed = ' CAFE\u0301 monday'

test('Snapshot names: every command finds a snapshot whatever the case of its name and however its letters are composed', async () => {
  await using ground = await ListGround.start()
  const snapshot = (...args: string[]): Promise<CommandOutcome> => ground.clavis('snapshot', ...args)
  const list = (name: string): Promise<CommandOutcome> => ground.clavis('list', 'Acme', 'reports', '--snapshot', name)
  const names = async (): Promise<unknown> =>
    (JSON.parse((await snapshot('list', '--json')).out) as { name: string }[]).map(({ name }) => name)

  // An incomplete one is continued instead of saved next to it.
  ground.faults.set('c4', refusal)
  expect(await list(saved)).toMatchObject({ code: 77 })
  ground.faults.clear()
  expect(await list(typed)).toMatchObject({ code: 0, out: expect.stringContaining(`as “${saved}”`) as string })
  expect(await names()).toEqual([saved])

  expect(await list(typed)).toMatchObject({ code: 65, error: expect.stringContaining('already exists') as string })
  expect(await list('Tuesday')).toMatchObject({ code: 0 })
  expect(await snapshot('rename', 'tuesday', typed)).toMatchObject({ code: 65 })

  expect(await ground.clavis('diff', typed, 'TUESDAY')).toMatchObject({ code: 0 })
  expect(await snapshot('rename', typed, 'Café')).toMatchObject({ code: 0 })
  expect(await snapshot('rename', 'café', 'CAFÉ')).toMatchObject({ code: 0 })
  expect(await snapshot('remove', 'cafe\u0301')).toMatchObject({ code: 0, out: 'Removed “CAFÉ”.\n' })
  expect(await names()).toEqual(['Tuesday'])

  for (const other of ['cafe', 'Tuesda', 'Tues day', 'Tüesday']) {
    expect(await snapshot('remove', other), other).toMatchObject({ code: 65 })
    expect(await ground.clavis('diff', 'tuesday', other), other).toMatchObject({ code: 65 })
  }
  expect(await names()).toEqual(['Tuesday'])
})
