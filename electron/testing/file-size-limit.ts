import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs a program from source with a file size limit of 16 blocks of 512 or 1,024 bytes, depending on the shell, which
 * acts like a full disk. Disables Node's code cache, which would hit the limit too.
 * @param program its path
 * @returns its output
 */
export async function runWithinFileSize(program: string, ...args: readonly string[]): Promise<string> {
  const command = ['-c', 'ulimit -f 16 && exec "$@"', 'sh', process.execPath, program, ...args]
  const { stdout } = await run('sh', command, { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } })
  return stdout
}
