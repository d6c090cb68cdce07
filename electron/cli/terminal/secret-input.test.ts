import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { CommandTerminal } from './command-terminal.ts'
import { readSecret } from './secret-input.ts'

function read(...chunks: Uint8Array[]): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = new CommandTerminal({ stdin: Readable.from(chunks), stdout: discard, stderr: discard })
  return readSecret(terminal, 'Secret: ').then((secret) => secret.text())
}

const umlaut = Buffer.from('päss wörd')

test.each([
  ['with a line break at its end', [Buffer.from('hush\n')], 'hush'],
  ['with a line break of Windows', [Buffer.from('hush\r\n')], 'hush'],
  ['with a byte order mark', [Buffer.from('\uFEFFhush\r\n')], 'hush'],
  ['in pieces that split a character', [umlaut.subarray(0, 2), umlaut.subarray(2)], 'päss wörd'],
])('readSecret: returns a secret %s', async (_case, chunks, secret) => {
  expect(await read(...chunks)).toBe(secret)
})

test.each([
  ['is missing', '', 'No secret'],
  ['is only a byte order mark', '\uFEFF', 'No secret'],
  ['is Latin-1', Buffer.from('päss', 'latin1'), 'not UTF-8'],
  ['is UTF-16 with a byte order mark', Buffer.from('\uFEFFhush\n', 'utf16le'), 'not UTF-8'],
  ['is UTF-16 without a byte order mark', Buffer.from('hush\n', 'utf16le'), 'control characters'],
  ['has two lines', 'hush\nhush\n', 'line breaks'],
  ['has an empty line at its end', 'hush\n\n', 'line breaks'],
  ['has a line separator', 'hush\u2028hush', 'line breaks'],
  ['has a NUL', 'hush\0', 'control characters'],
  ['has a tab', '\thush', 'control characters'],
  ['has a control character of Latin-1', 'hush\u0085', 'control characters'],
  ['was damaged by a terminal', 'p\uFFFDss', 'damaged'],
])('readSecret: refuses a secret that %s', async (_case, input, message) => {
  await expect(read(Buffer.from(input))).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringContaining(message) as string,
  })
})
