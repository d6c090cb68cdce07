import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** System calls that change files or talk to the keychain. Counters are per thread, so few threads and groups that one thread makes. */
const groups = [
  'write,writev,sendmsg,pwrite64,fsync,fdatasync,ftruncate,unlink,mkdir,rename',
  'link,linkat,renameat,renameat2,rename',
  'unlink,unlinkat,rmdir,mkdirat',
] as const

/** The program that kills at a system call; undefined where it is missing or not allowed to. */
export const tracer = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0 ? 'strace' : undefined

/**
 * Runs Node again and again, killed at its first system call that writes, at its second, and so on until nothing is killed.
 * The keychain's process is killed at such a call too, whether or not Node reached as many.
 * @param args of Node
 * @returns the number of runs in which a process was killed
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
  const folder = await mkdtemp(join(tmpdir(), 'clavis-traced-'))
  const trace = join(folder, 'trace')
  for (const calls of groups)
    for (let number = 1; ; number += step) {
      await before?.()
      const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=SIGKILL:when=${number}`]
      const child = spawn('strace', ['-f', '-o', trace, ...inject, process.execPath, ...args], {
        env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '1' },
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      child.stdin.on('error', () => undefined).end(input)
      await once(child, 'exit')
      await after()
      if (mostCalls(await readFile(trace, 'utf8')) < number) break
      kills += 1
    }
  await rm(folder, { recursive: true })
  return kills
}

/** Returns how many calls the thread with most of them made; strace counts for each thread. @param trace e.g. `71 write(1, "a", 1) = 1` */
function mostCalls(trace: string): number {
  const calls = new Map<string, number>()
  for (const [, thread = ''] of trace.matchAll(/^(\d+) +\w+\(/gmu)) calls.set(thread, (calls.get(thread) ?? 0) + 1)
  return Math.max(0, ...calls.values())
}
