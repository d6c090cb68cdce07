import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { CdpConnection } from './cdp-connection.ts'
import { encodeMessage } from './cdp-encoding.ts'

function connect(): { connection: CdpConnection; fromBrowser: PassThrough; toBrowser: PassThrough } {
  const fromBrowser = new PassThrough()
  const toBrowser = new PassThrough()
  return { connection: new CdpConnection(fromBrowser, toBrowser), fromBrowser, toBrowser }
}

test('a message may arrive in any pieces, even split within a character', async () => {
  const { connection, fromBrowser } = connect()
  const answer = connection.browser.send('Browser.getVersion')
  const bytes = encodeMessage({ id: 1, result: { product: 'Chromium/1 äöü €' } })
  for (const byte of bytes) fromBrowser.write(Buffer.from([byte]))
  expect(await answer).toEqual({ product: 'Chromium/1 äöü €' })
})

test('several messages in one piece reach their receivers', async () => {
  const { connection, fromBrowser, toBrowser } = connect()
  const first = connection.browser.send('Browser.getVersion')
  const second = connection.session('page').send('Page.enable')
  const seen: string[] = []
  connection.session('page').on('Page.loadEventFired', () => seen.push('page'))
  connection.session('other').on('Page.loadEventFired', () => seen.push('other'))
  fromBrowser.write(
    Buffer.concat([
      encodeMessage({ id: 2, sessionId: 'page', result: {} }),
      encodeMessage({ method: 'Page.loadEventFired', params: {}, sessionId: 'page' }),
      encodeMessage({ id: 1, error: { message: 'not now' } }),
    ]),
  )
  await second
  await expect(first).rejects.toThrow('Browser.getVersion: not now')
  expect(seen).toEqual(['page'])
  expect(toBrowser.read()).toEqual(
    Buffer.concat([
      encodeMessage({ id: 1, method: 'Browser.getVersion' }),
      encodeMessage({ id: 2, method: 'Page.enable', sessionId: 'page' }),
    ]),
  )
})

test('when Chromium ends, pending and later commands fail', async () => {
  const { connection, fromBrowser } = connect()
  const waiting = connection.browser.send('Browser.getVersion')
  fromBrowser.destroy()
  await expect(waiting).rejects.toThrow('Chromium has ended')
  await expect(connection.browser.send('Browser.getVersion')).rejects.toThrow('Chromium has ended')
})
