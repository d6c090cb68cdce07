import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { ClavisError } from '#shared/errors.ts'
import { Secret } from '../../keychain/secret.ts'
import type { CommandTerminal } from './command-terminal.ts'
import { Interrupted } from './interrupts.ts'

/** More bytes than any secret has; catches a wrong file that is piped in. */
const maxBytes = 100_000

/**
 * Reads a secret from standard input, without the line break at its end. On a terminal it prompts and does not echo.
 * @throws `input-invalid` if there is none, also for Ctrl+D, or if it is no single line of UTF-8 text;
 *   {@link Interrupted} for Ctrl+C
 */
export async function readSecret(terminal: CommandTerminal, prompt: string): Promise<Secret> {
  return secretOf((await readSecretText(terminal, prompt)).replace(/\r?\n$/u, ''))
}

/**
 * Reads a text with secrets from standard input, without the byte order mark that editors and shells of Windows write.
 * @throws `input-invalid` if it is no UTF-8; {@link Interrupted} for Ctrl+C
 */
export async function readSecretText(terminal: CommandTerminal, prompt: string): Promise<string> {
  const { stdin } = terminal
  const bytes = stdin.isTTY === true ? Buffer.from(await ask(terminal, prompt)) : await readAll(stdin)
  return decoded(bytes, 'Standard input')
}

/**
 * Returns the content of a file or descriptor as a secret, without the line break at its end.
 * @param bytes are overwritten
 * @param what names the file in errors
 * @throws `input-invalid` if it is empty, or not one line of text
 */
export function secretFrom(bytes: Buffer, what: string): Secret {
  const text = decoded(bytes, what).replace(/\r?\n$/u, '')
  if (text !== '') return secretOf(text, what)
  throw new ClavisError('input-invalid', `${what} is empty.`, { hint: 'Put the secret into it, on one line.' })
}

function decoded(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ClavisError('input-invalid', `${what} is not UTF-8 text.`, {
      hint: 'Save the secret as UTF-8 and try again.',
    })
  } finally {
    bytes.fill(0)
  }
}

/** Returns a text as a secret. @param what names it in errors. @throws `input-invalid` if it is empty, or not one line of text */
export function secretOf(text: string, what = 'The secret'): Secret {
  if (text === '')
    throw new ClavisError('input-invalid', 'No secret on standard input.', {
      hint: 'Pipe it in, for example from a password manager, or run the command on a terminal and type it.',
    })
  // A terminal that isn't UTF-8 sends what was decoded to U+FFFD.
  if (/[\p{Cc}\u2028\u2029\uFFFD]/u.test(text) || !text.isWellFormed())
    throw new ClavisError('input-invalid', `${what} contains line breaks, control characters or damaged text.`, {
      hint: 'Enter the secret alone, on one line.',
    })
  return Secret.fromText(text)
}

async function ask(terminal: CommandTerminal, prompt: string): Promise<string> {
  terminal.note(prompt)
  // Discards what readline would echo.
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal.stdin, output: discard, terminal: true })
  const interruption = new AbortController()
  lines.once('SIGINT', () => interruption.abort())
  try {
    return await lines.question('', { signal: interruption.signal })
  } catch (error) {
    if (interruption.signal.aborted) throw new Interrupted()
    // Ctrl+D.
    if (error instanceof Error && error.name === 'AbortError') return ''
    throw error
  } finally {
    lines.close()
    terminal.note('\n')
  }
}

/** Reads a stream to its end. @param what names it in errors. @throws `input-invalid` if it is too long for a secret */
export async function readAll(stream: Readable, what = 'Standard input'): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    size += bytes.length
    if (size > maxBytes)
      throw new ClavisError('input-invalid', `${what} is too long for a secret.`, {
        hint: 'Check which file you pipe in.',
      })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
