import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { Secret } from '../../keychain/secret.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import { Interrupted } from '../terminal/interrupts.ts'

/** More bytes than any secret has; catches a wrong file that is piped in. */
const maxBytes = 100_000

/**
 * Reads a secret from standard input, without the line break at its end. On a terminal it prompts and does not echo.
 * @throws `input-invalid` if there is none, also for Ctrl+D; {@link Interrupted} for Ctrl+C
 */
export async function readSecret(terminal: CommandTerminal, prompt: string): Promise<Secret> {
  const { stdin } = terminal
  const text = stdin.isTTY === true ? await ask(terminal, prompt) : await readAll(stdin)
  const secret = text.replace(/\r?\n$/u, '')
  if (secret === '')
    throw new ClavisError('input-invalid', 'No secret on standard input.', {
      hint: 'Pipe it in, for example from a password manager, or run the command on a terminal and type it.',
    })
  return Secret.fromText(secret)
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

async function readAll(stdin: CommandTerminal['stdin']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    size += bytes.length
    if (size > maxBytes)
      throw new ClavisError('input-invalid', 'Standard input is too long for a secret.', {
        hint: 'Check which file you pipe in.',
      })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
