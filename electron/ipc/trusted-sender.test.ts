import type { IpcMainInvokeEvent } from 'electron'
import { expect, test } from 'vitest'
import { isTrustedSender } from './register-calls.ts'

/** Creates the properties of Electron's event that the check reads. */
function eventFrom(url: string, options: { id?: number; frame?: 'main' | 'inner' | 'gone' } = {}): IpcMainInvokeEvent {
  const mainFrame: unknown = { url }
  const frames = { main: mainFrame, inner: { url }, gone: null }
  const sender = { id: options.id ?? 1, mainFrame }
  const event: unknown = { sender, senderFrame: frames[options.frame ?? 'main'] }
  return event as IpcMainInvokeEvent
}

const own = (id: number): boolean => id === 1

test('isTrustedSender: trusts the main frame of an own window at the app’s address', () => {
  expect(isTrustedSender(eventFrom('app://clavis/index.html'), own)).toBe(true)
})

test.each([
  ['an inner frame', eventFrom('app://clavis/index.html', { frame: 'inner' })],
  ['a frame that is gone', eventFrom('app://clavis/index.html', { frame: 'gone' })],
  ['a window of others', eventFrom('app://clavis/index.html', { id: 2 })],
  ['an empty address', eventFrom('')],
  ['about:blank', eventFrom('about:blank')],
  ['another host of the scheme', eventFrom('app://clavis.example/index.html')],
  ['a web page', eventFrom('https://example.com/app://clavis/')],
  ['a file', eventFrom('file:///index.html')],
])('isTrustedSender: refuses %s', (_who, event) => {
  expect(isTrustedSender(event, own)).toBe(false)
})
