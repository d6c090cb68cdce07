import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** System calls that change files or talk to the keychain. Counters are per thread, so few threads and groups that one thread makes. */
const groups = [
  'write,writev,sendmsg,pwrite64,fsync,fdatasync,ftruncate,unlink,mkdir,rename',
  'link,linkat,renameat,renameat2,rename',
  'unlink,unlinkat,rmdir,mkdirat',
] as const

/** The program that kills at a system call; undefined where it is missing or not allowed to. */
export const tracer = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0 ? 'strace' : undefined

/**
 * Runs Node again and again, killed at its first system call that writes, at its second, and so on until it ends by itself.
 * @param args of Node
 * @returns the number of kills
 */
export async function killsAtEachCall(
  args: readonly string[],
  {
    before,
    after,
    env = {},
    input = '',
    step = 1,
  }: {
    readonly before?: () => Promise<void>
    readonly after: () => Promise<void>
    readonly env?: NodeJS.ProcessEnv
    /** On standard input. */
    readonly input?: string
    /** Skips calls: each nth only. */
    readonly step?: number
  },
): Promise<number> {
  let kills = 0
  for (const calls of groups)
    for (let number = 1; ; number += step) {
      await before?.()
      const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=SIGKILL:when=${number}`]
      const child = spawn('strace', ['-f', '-o', '/dev/null', ...inject, process.execPath, ...args], {
        env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '1' },
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      child.stdin.on('error', () => undefined).end(input)
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      await after()
      if (signal !== 'SIGKILL' && code !== 137) break
      kills += 1
    }
  return kills
}
