import type { ClipboardItem } from 'electron'
import { expect, test } from 'vitest'
import { createSecretClipboard } from './secret-clipboard.ts'

const token = 'a-token'

/** Creates a clipboard that stores what is written; it may refuse everything but text, or text, too. */
function clipboardOn(platform: NodeJS.Platform, refusesFormats = false, refusesText = false) {
  const held: { content: Record<string, string | Blob> } = { content: {} }
  const clipboard = createSecretClipboard({
    platform,
    // Only the content matters here, so it replaces Electron's item.
    createItem: (content) => content as unknown as ClipboardItem,
    clipboard: {
      write: ([item]) => {
        if (refusesFormats) return Promise.reject(new Error('no such format'))
        held.content = item as unknown as typeof held.content
        return Promise.resolve()
      },
      writeText: (text) => {
        if (refusesText) return Promise.reject(new Error('OpenClipboard failed'))
        held.content = { 'text/plain': text }
        return Promise.resolve()
      },
      readText: () => {
        const { 'text/plain': text } = held.content
        return Promise.resolve(typeof text === 'string' ? text : '')
      },
      clear: () => (held.content = {}),
    },
  })
  return { clipboard, held }
}

const secret = Buffer.from('secret').toString('hex')
test.each([
  ['linux', { 'x-kde-passwordManagerHint': secret }],
  ['darwin', { 'org.nspasteboard.ConcealedType': secret }],
  [
    'win32',
    {
      ExcludeClipboardContentFromMonitorProcessing: '00000000',
      CanIncludeInClipboardHistory: '00000000',
      CanUploadToCloudClipboard: '00000000',
    },
  ],
] as const)('Secret clipboard: on %s, writes a secret and its mark in one step', async (platform, formats) => {
  const { clipboard, held } = clipboardOn(platform)
  await clipboard.copySecret(token)
  const { 'text/plain': text, ...others } = held.content
  expect(text).toBe(token)
  const bytes = await Promise.all(
    Object.entries(others).map(async ([type, blob]) => [
      /format="(?<name>.+)"$/u.exec(type)?.groups?.['name'],
      typeof blob === 'string' ? blob : Buffer.from(await blob.arrayBuffer()).toString('hex'),
    ]),
  )
  expect(Object.fromEntries(bytes)).toEqual(formats)
  await clipboard.clearSecret()
  expect(held.content).toEqual({})
})

test('Secret clipboard: writes the text when the clipboard refuses the mark, and does not mark other text', async () => {
  const { clipboard, held } = clipboardOn('linux', true)
  await clipboard.copySecret(token)
  expect(held.content).toEqual({ 'text/plain': token })
  await clipboard.clearSecret()
  const other = clipboardOn('linux')
  await other.clipboard.copyText('a thumbprint')
  expect(other.held.content).toEqual({ 'text/plain': 'a thumbprint' })
  await other.clipboard.copyText('a\tb', '<table></table>')
  expect(other.held.content).toEqual({ 'text/plain': 'a\tb', 'text/html': '<table></table>' })
})

test('Secret clipboard: a secret is gone when the system ends the app, before anything is awaited', async () => {
  const { clipboard, held } = clipboardOn('win32')
  await clipboard.copyText('kept')
  clipboard.clearSecretNow()
  expect(held.content).toEqual({ 'text/plain': 'kept' })
  await clipboard.copySecret(token)
  clipboard.clearSecretNow()
  expect(held.content).toEqual({})
})

test('Secret clipboard: copying a text or secret fails with clipboard-failed if the system can’t write it', async () => {
  const { clipboard } = clipboardOn('linux', true, true)
  await expect(clipboard.copyText('a thumbprint')).rejects.toMatchObject({ code: 'clipboard-failed' })
  await expect(clipboard.copySecret(token)).rejects.toMatchObject({ code: 'clipboard-failed' })
})
