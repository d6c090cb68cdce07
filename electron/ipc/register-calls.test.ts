import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callResultSchema } from '#shared/call-shapes.ts'
import { ClavisError } from '#shared/errors.ts'
import { agreeingCaller, doorWith } from '../testing/door-with.ts'
import { registerCalls } from './register-calls.ts'
import { hostileMessages, seed } from './testing/generated-messages.ts'

type Handler = (event: IpcMainInvokeEvent, ...values: unknown[]) => Promise<unknown>

const gone = (): never => {
  throw new Error('Render frame was disposed before WebFrameMain could be accessed')
}
/** Events as Electron creates them, by sender. */
const senders: Readonly<Record<string, IpcMainInvokeEvent>> = {
  own: eventFrom(1, 'app://clavis/index.html'),
  stranger: eventFrom(2, 'app://clavis/index.html'),
  blank: eventFrom(1, 'about:blank'),
  web: eventFrom(1, 'https://clavis.example/'),
  inner: eventFrom(1, 'app://clavis/index.html', { senderFrame: { url: 'app://clavis/index.html' } }),
  left: eventFrom(1, 'app://clavis/index.html', { senderFrame: null }),
  disposed: Object.defineProperty(eventFrom(1, ''), 'senderFrame', { get: gone }),
  destroyed: Object.defineProperty(eventFrom(1, ''), 'sender', { get: gone }),
}

/** Creates the properties of Electron's event that are read. */
function eventFrom(id: number, url: string, more: object = {}): IpcMainInvokeEvent {
  const mainFrame = { url }
  const event: unknown = { sender: { id, mainFrame }, senderFrame: mainFrame, ...more }
  return event as IpcMainInvokeEvent
}

/** Registers the contract's calls with handlers that refuse. */
function registered(onFault: (fault: unknown) => void): { readonly handle: Handler; readonly reached: string[] } {
  const reached: string[] = []
  const door = doorWith(
    {},
    (_name, fault) => onFault(fault),
    (name) => {
      reached.push(name)
      throw new ClavisError('not-confirmed', 'Refused by the test.')
    },
  )
  let handle: Handler | undefined
  const ipcMain: unknown = { handle: (_channel: string, handler: Handler) => (handle = handler) }
  registerCalls(
    ipcMain as IpcMain,
    (id) => id === 1,
    (contents: WebContents) => contents.id,
    (_windowId, name, input) => door.answer(agreeingCaller, name, input),
    onFault,
  )
  if (handle === undefined) throw new Error('nothing was registered')
  return { handle, reached }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

test('registerCalls: 5,000 generated messages from any sender get only typed refusals and leak no memory', async () => {
  const faults: unknown[] = []
  const { handle, reached } = registered((fault) => faults.push(fault))
  const before = heapMegabytes()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(senders)), hostileMessages, async (who, [name, input]) => {
      const sender = senders[who]
      if (sender === undefined) throw new Error(who)
      const seen = reached.length
      const answer = callResultSchema.parse(await handle(sender, name(), input()))
      if (answer.ok) throw new Error('was answered')
      expect(answer.error.message.length).toBeLessThan(1000)
      if (who === 'own') expect(['input-invalid', 'not-confirmed']).toContain(answer.error.code)
      else expect(answer.error.code).toBe('call-refused')
      if (who !== 'own') expect(reached).toHaveLength(seen)
    }),
    { seed, numRuns: 5000 },
  )
  expect(faults).toEqual([])
  expect(heapMegabytes() - before).toBeLessThan(30)
})

test('registerCalls: does not echo a call name of 60 MB', async () => {
  const { handle } = registered(() => undefined)
  const { own } = senders
  if (own === undefined) throw new Error('no sender')
  const answer = JSON.stringify(await handle(own, 'x'.repeat(60e6), undefined))
  expect(answer).toContain('input-invalid')
  expect(answer.length).toBeLessThan(500)
})

test('registerCalls: reports services that could not be started as a typed error', async () => {
  const faults: unknown[] = []
  let handle: Handler | undefined
  const ipcMain: unknown = { handle: (_channel: string, handler: Handler) => (handle = handler) }
  registerCalls(
    ipcMain as IpcMain,
    () => true,
    () => 1,
    () => Promise.reject(new Error('secret words')),
    (fault) => faults.push(fault),
  )
  const answer = await handle?.(eventFrom(1, 'app://clavis/index.html'), 'app.settings', undefined)
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal-fault' } })
  expect(JSON.stringify(answer)).not.toContain('secret words')
  expect(faults).toHaveLength(1)
})
