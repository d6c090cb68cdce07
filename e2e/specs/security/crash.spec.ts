import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'
import { recordIpc, recordedIpc } from '../../fixtures/window/ipc-record.ts'

const secret = 'eyJhbGciOiJSUzI1NiJ9.correct-horse'

/** Counts how often a page started: its first call reads the settings. */
async function pageStarts(app: ElectronApplication): Promise<number> {
  return (await recordedIpc(app)).filter((message) => message.includes('"app.settings"')).length
}

function crashPage(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
}

test('Page: is reloaded once after a crash; after that the person decides', async ({ clavis }) => {
  const { app, dataFolder } = clavis
  await recordIpc(app)
  await app.evaluate(({ dialog }) => {
    const world = globalThis as { questions?: string[] }
    world.questions = []
    // Reload first, then quit.
    dialog.showMessageBox = (...given: unknown[]) => {
      world.questions?.push(JSON.stringify(given.at(-1)))
      return Promise.resolve({ response: (world.questions?.length ?? 0) - 1, checkboxChecked: false })
    }
  })
  const questions = (): Promise<number> =>
    app.evaluate(() => (globalThis as { questions?: string[] }).questions?.length ?? 0)

  await crashPage(app)
  await expect.poll(() => pageStarts(app)).toBe(1)
  expect(await questions()).toBe(0)
  await crashPage(app)
  await expect.poll(() => pageStarts(app)).toBe(2)
  expect(await questions()).toBe(1)
  const gone = once(app.process(), 'exit')
  await crashPage(app)
  await gone

  const page = await clavis.relaunch()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const entries = (await readFile(join(dataFolder, 'faults.log'), 'utf8')).trim().split('\n')
  expect(entries).toHaveLength(3)
  expect(entries[0]).toContain('"Process gone"')
})

test('Main process: after an uncaught exception, Clavis quits properly and says so at the next start @core', async ({
  clavis,
}) => {
  const { app, page, dataFolder } = clavis
  // An unhandled rejection is logged, and everything continues.
  await app.evaluate((_electron, words) => void Promise.reject(new TypeError(words)), secret)
  const log = join(dataFolder, 'faults.log')
  await expect.poll(() => readFile(log, 'utf8').catch(() => '')).toContain('"TypeError"')
  expect(await bridgeCall(page, 'app.settings', undefined)).toMatchObject({ ok: true })

  const gone = once(app.process(), 'exit')
  await app.evaluate((_electron, words) => {
    setImmediate(() => {
      throw new RangeError(words)
    })
  }, secret)
  await gone

  expect(await readFile(log, 'utf8')).toContain('"RangeError"')
  expect(await readFile(log, 'utf8')).not.toMatch(/eyJ|horse/u)
  expect((await stat(log)).mode & 0o777).toBe(0o600)
  const next = await clavis.relaunch()
  const info = JSON.stringify(await bridgeCall(next, 'app.info', undefined))
  expect(info).toContain('Clavis quit unexpectedly on')
  expect(info).not.toMatch(/eyJ|horse/u)
  const after = await clavis.relaunch()
  expect(JSON.stringify(await bridgeCall(after, 'app.info', undefined))).not.toContain('quit unexpectedly')
})
