import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chromiumArguments, startChromium } from './chromium.ts'

test('Chromium: connects to nothing, and without its proxy only to this computer', async () => {
  const asked: string[] = []
  const first = await serverAt('127.0.0.1', 0, asked)
  const { port } = first.address() as AddressInfo
  // On another address of this computer, so that only name resolution can fail.
  await serverAt('127.0.0.2', port, asked)

  const isolated = await navigating(new Map())
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.2', 'elsewhere.localhost'])
    expect(await isolated(`http://${host}:${port}/`)).toBe('net::ERR_PROXY_CONNECTION_FAILED')
  expect(asked).toEqual([])

  const failure = await navigating(new Map([['no-proxy-server', '']]))
  // A server listens at each of these, but Chromium does not resolve the last two.
  expect(await failure(`http://127.0.0.1:${port}/`)).toBeUndefined()
  expect(await failure(`http://localhost:${port}/`)).toBeUndefined()
  expect(await failure(`http://127.0.0.2:${port}/`)).toBe('net::ERR_NAME_NOT_RESOLVED')
  expect(await failure(`http://elsewhere.localhost:${port}/`)).toBe('net::ERR_NAME_NOT_RESOLVED')
  expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${port}`, `localhost:${port}`]))
})

test('Chromium: pending and later commands fail when it ends', async () => {
  const profileFolder = mkdtempSync(join(tmpdir(), 'clavis-chromium-'))
  onTestFinished(() => rmSync(profileFolder, { recursive: true, force: true, maxRetries: 5 }))
  const { devtools, end } = startChromium({ profileFolder, switches: new Map(), headless: true })
  const { browser } = devtools
  await browser.send('Browser.getVersion')
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const evaluation = { expression: 'new Promise(() => undefined)', awaitPromise: true }
  const pending = devtools.session(sessionId).send('Runtime.evaluate', evaluation)
  const failed = expect(pending).rejects.toThrow()
  await end()
  await failed
  await expect(browser.send('Browser.getVersion')).rejects.toThrow()
})

test('chromiumArguments: features disabled by switches stay disabled along with the host’s own', () => {
  const features = (switches: ReadonlyMap<string, string>): string[] =>
    chromiumArguments({ profileFolder: '/none', switches, headless: true })
      .filter((argument) => argument.startsWith('--disable-features='))
      .flatMap((argument) => argument.slice('--disable-features='.length).split(','))
  const own = features(new Map())
  expect(own).toContain('WebUIOmniboxPopup')
  expect(features(new Map([['disable-features', 'MediaRouter,PaintHolding']]))).toEqual([
    ...own,
    'MediaRouter',
    'PaintHolding',
  ])
})

/** Starts Chromium; returns a function that opens an address and returns the reason if that failed. */
async function navigating(
  switches: ReadonlyMap<string, string>,
): Promise<(address: string) => Promise<string | undefined>> {
  const profileFolder = mkdtempSync(join(tmpdir(), 'clavis-chromium-'))
  const chromium = startChromium({ profileFolder, switches, headless: true })
  onTestFinished(async () => {
    await chromium.end()
    rmSync(profileFolder, { recursive: true, force: true, maxRetries: 5 })
  })
  const { browser } = chromium.devtools
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const page = chromium.devtools.session(sessionId)
  return async (address) => (await page.send('Page.navigate', { url: address })).errorText
}

async function serverAt(host: string, port: number, asked: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    asked.push(request.headers.host ?? '')
    response.end('here')
  })
  await once(server.listen(port, host), 'listening')
  onTestFinished(() => void server.close())
  return server
}
