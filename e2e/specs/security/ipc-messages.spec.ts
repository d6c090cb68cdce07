import { resolve } from 'node:path'
import fc from 'fast-check'
import type { ElectronApplication, Page } from 'playwright/test'
import type { CallResult } from '#shared/call-shapes.ts'
import { plainMessages, seed } from '../../../electron/ipc/testing/generated-messages.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'

const preload = resolve(import.meta.dirname, '..', '..', '..', 'out', 'preload', 'preload.cjs')
const batchSize = 500

/** The number of messages that each other window sends; the app's own sends eight times as many. */
const share = process.env['CLAVIS_SOAK'] === '1' ? 500 : 100

/** Sends generated messages over a page's bridge; counts each outcome. */
async function sendMessages(page: Page, count: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const messages = fc.sample(plainMessages, { seed, numRuns: count })
  for (let at = 0; at < count; at += batchSize) {
    const batch = await page.evaluate(
      async (json) => {
        const { call } = window.clavis as unknown as { call: (name: unknown, input: unknown) => Promise<CallResult> }
        return Promise.all(
          (JSON.parse(json) as [unknown, unknown][]).map(([name, input]) =>
            call(name, input).then(
              (answer) => (answer.ok ? `answered ${JSON.stringify([name, input])}` : answer.error.code),
              (error: unknown) => `rejected ${String(error)} ${JSON.stringify([name, input])}`.slice(0, 300),
            ),
          ),
        )
      },
      JSON.stringify(messages.slice(at, at + batchSize)),
    )
    for (const outcome of batch) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

/** Returns main's heap size after a garbage collection, in megabytes. */
function mainHeap(app: ElectronApplication): Promise<number> {
  return app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    const collectGarbage = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  })
}

/** Opens a window that is not the app's, with the app's preload and session. */
async function openStranger(app: ElectronApplication, address: string): Promise<Page> {
  const opened = app.waitForEvent('window')
  // Before the address is loaded, there may be an empty document with the same preload; a call in it would get lost.
  await app.evaluate(
    async ({ BrowserWindow }, given) => {
      const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false }
      const webPreferences = { preload: given.preload, partition: 'persist:page', ...isolated }
      await new BrowserWindow({ webPreferences }).loadURL(given.address)
    },
    { preload, address },
  )
  const stranger = await opened
  await stranger.waitForFunction(() => 'clavis' in window)
  return stranger
}

test('IPC: generated messages, also from other windows, get a typed error, and main keeps running @core', async ({
  clavis,
}) => {
  const { app, page } = clavis
  await app.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    dialog.showMessageBox = (...given: unknown[]) => {
      const { cancelId = 0 } = given.at(-1) as { cancelId?: number }
      return Promise.resolve({ response: cancelId, checkboxChecked: false })
    }
    shell.openExternal = () => Promise.reject(new Error('an address was opened'))
  })
  const before = await mainHeap(app)

  const outcomes = await sendMessages(page, 8 * share)
  expect(outcomes, `fast-check seed ${seed}`).toEqual({ 'input-invalid': 8 * share })

  const stranger = await openStranger(app, 'app://clavis/index.html')
  expect(await sendMessages(stranger, share), `fast-check seed ${seed}`).toEqual({ 'call-refused': share })
  await stranger.close()
  const blank = await openStranger(app, 'about:blank')
  expect(await sendMessages(blank, share), `fast-check seed ${seed}`).toEqual({ 'call-refused': share })
  // This one is closed before its calls return.
  await Promise.allSettled([sendMessages(blank, 100), blank.close()])

  expect(await bridgeCall(page, 'app.settings', undefined)).toMatchObject({ ok: true })
  expect((await mainHeap(app)) - before, 'megabytes that main keeps').toBeLessThan(30)
})
