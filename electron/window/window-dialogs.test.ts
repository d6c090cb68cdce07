import { describe, expect, test } from 'vitest'
import { WindowDialogs } from './window-dialogs.ts'

const question = { names: ['Acme'], message: 'Delete “Acme”?', details: [], action: 'Delete' }
const file = { title: 'Save', filters: [], suggestion: 'a.json', several: false }

/** Opens each kind of dialog; resolves or rejects as the page's call would. */
const kinds = {
  question: (dialogs, windowId) => dialogs.callerIn(windowId).confirm(question),
  link: (dialogs, windowId) => dialogs.openExternal(windowId, 'https://example.com/'),
  'file to open': (dialogs, windowId) => dialogs.callerIn(windowId).files.chooseFiles(file),
  'file to save': (dialogs, windowId) => dialogs.callerIn(windowId).files.chooseTarget(file),
  folder: (dialogs, windowId) => dialogs.callerIn(windowId).files.chooseFolder(file),
} satisfies Record<string, (dialogs: WindowDialogs, windowId: number) => Promise<unknown>>
const names = Object.keys(kinds) as (keyof typeof kinds)[]

/** Dialogs that stay open until `answer` settles, and a clock. */
function heldDialogs(answer: () => Promise<boolean>): {
  dialogs: WindowDialogs
  clock: { now: number; opened: number }
} {
  const clock = { now: 0, opened: 0 }
  const opened = async <T>(agreed: T, cancelled: T): Promise<T> => {
    clock.opened += 1
    return (await answer()) ? agreed : cancelled
  }
  const dialogs = new WindowDialogs(
    {
      ask: () => opened(true, false),
      openExternal: () => opened(true, false),
      dialogs: () => ({
        chooseFiles: () => opened<string[]>(['/a'], []),
        chooseTarget: () => opened<string | undefined>('/a', undefined),
        chooseFolder: () => opened<string | undefined>('/a', undefined),
      }),
    },
    () => clock.now,
  )
  return { dialogs, clock }
}

describe.each(names)('WindowDialogs: a %s', (name) => {
  const open = kinds[name]

  test('WindowDialogs: is the only dialog of its window, whatever else a page opens with it', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { dialogs, clock } = heldDialogs(() => promise)
    const first = open(dialogs, 1)
    for (let times = 0; times < 48; times += 1)
      for (const other of names) await expect(kinds[other](dialogs, 1)).rejects.toMatchObject({ code: 'call-refused' })
    expect(clock.opened).toBe(1)
    const otherWindow = open(dialogs, 2)
    expect(clock.opened).toBe(2)
    resolve(true)
    await Promise.all([first, otherWindow])
    await open(dialogs, 1)
    expect(clock.opened).toBe(3)
  })

  test('WindowDialogs: is not opened again for a minute, in its window, after ten were cancelled', async () => {
    const { dialogs, clock } = heldDialogs(() => Promise.resolve(false))
    for (let times = 0; times < 10; times += 1) await open(dialogs, 1).catch(() => undefined)
    await expect(open(dialogs, 1)).rejects.toMatchObject({ code: 'call-refused' })
    for (const other of names) await expect(kinds[other](dialogs, 1)).rejects.toMatchObject({ code: 'call-refused' })
    expect(clock.opened).toBe(10)
    await open(dialogs, 2).catch(() => undefined)
    expect(clock.opened).toBe(11)
    clock.now = 60_000
    await open(dialogs, 1).catch(() => undefined)
    expect(clock.opened).toBe(12)
  })
})

test('WindowDialogs: a dialog that fails leaves room for the next', async () => {
  const { dialogs } = heldDialogs(() => Promise.reject(new Error('no display')))
  await expect(dialogs.openExternal(1, 'https://example.com/')).rejects.toThrow('no display')
  await expect(dialogs.openExternal(1, 'https://example.com/')).rejects.toThrow('no display')
})
