import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { Secret } from '../../keychain/secret.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import { Interrupted } from '../terminal/interrupts.ts'

/** More than any secret has, bytes: a wrong file that was piped in ends here. */
const limit = 100_000

/**
 * Reads a secret from standard input: all of it but the line break at its end. On a terminal it is asked for and not
 * shown while it is typed.
 * @throws `input-invalid` where there is none, Ctrl+D included; {@link Interrupted} for Ctrl+C
 */
export async function readSecret(terminal: CommandTerminal, prompt: string): Promise<Secret> {
  const { stdin } = terminal
  const text = stdin.isTTY === true ? await ask(terminal, prompt) : await readAll(stdin)
  const secret = text.replace(/\r?\n$/u, '')
  if (secret === '')
    throw new ClavisError('input-invalid', 'There was no secret on standard input.', {
      hint: 'Pipe it in, for example from a password program, or run the command on a terminal and type it.',
    })
  return Secret.fromText(secret)
}

async function ask(terminal: CommandTerminal, prompt: string): Promise<string> {
  terminal.note(prompt)
  // What readline would echo goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal.stdin, output: nowhere, terminal: true })
  const interruption = new AbortController()
  lines.once('SIGINT', () => interruption.abort())
  try {
    return await lines.question('', { signal: interruption.signal })
  } catch (error) {
    if (interruption.signal.aborted) throw new Interrupted()
    // Ctrl+D: nothing was typed.
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
    if (size > limit)
      throw new ClavisError('input-invalid', 'Standard input is far longer than a secret.', {
        hint: 'Check which file is piped in.',
      })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
