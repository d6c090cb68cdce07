import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs a program of the sources whose files cannot grow beyond 16 blocks of 512 or 1,024 bytes, as the shell counts: to it
 * the disk is full then. Node keeps no compiled code meanwhile, which would meet the limit too.
 * @param program its path
 * @returns what it printed
 */
export async function runWithinFileSize(program: string, ...args: readonly string[]): Promise<string> {
  const command = ['-c', 'ulimit -f 16 && exec "$@"', 'sh', process.execPath, program, ...args]
  const { stdout } = await run('sh', command, { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } })
  return stdout
}
