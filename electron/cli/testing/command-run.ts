import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../run.ts'

/** How a command ended and what it printed. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs a command on a data folder, with a text on standard input. */
export async function runCommand(dataFolder: string, input: string, args: readonly string[]): Promise<CommandOutcome> {
  const texts = { out: '', error: '' }
  const sink = (name: 'out' | 'error'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString()
        done()
      },
    })
  const code = await runCommandLine(['--data-dir', dataFolder, ...args], {
    env: process.env,
    platform: process.platform,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: sink('out'),
    stderr: sink('error'),
    recordStoreWorker: new URL('../../reports/record-store-worker.ts', import.meta.url),
  })
  return { code, ...texts }
}
