import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

// `npm run clavis` starts the command line as a program of its own: scripts must see how that ended.

/** Runs a program's code as `npm run clavis` runs the command line. */
function started(code: string): ChildProcess {
  const module = new URL('../../scripts/command-end.mjs', import.meta.url).href
  const starter = `
    import { spawn } from 'node:child_process'
    import { endWith } from ${JSON.stringify(module)}
    endWith(spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: 'inherit' }))`
  return spawn(process.execPath, ['--input-type=module', '-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test.each([
  ['process.exitCode = 65', 65],
  ['process.exitCode = 0', 0],
  // Not 1: `clavis diff` says by that that something differs.
  ['process.kill(process.pid, "SIGKILL")', 137],
])('a program ends with the code of the one that it started: %s', async (code, end) => {
  expect(await once(started(code), 'close')).toEqual([end, null])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program that %s interrupted is seen to end by it, so that a shell does not go on with its loop',
  async (signal) => {
    const end = started(`process.kill(process.pid, '${signal}'); setTimeout(() => undefined, 5000)`)
    expect(await once(end, 'close')).toEqual([null, signal])
  },
)

test('a program that is ended ends the one that it started, and waits for it', async () => {
  const program = started(`
    process.once('SIGTERM', () => { clearInterval(alive); console.log('put away'); process.exitCode = 69 })
    const alive = setInterval(() => undefined, 1000)
    console.log('ready')`)
  const texts: string[] = []
  program.stdout?.on('data', (chunk: Buffer) => texts.push(chunk.toString().trim()))
  await expect.poll(() => texts).toEqual(['ready'])
  program.kill('SIGTERM')
  expect(await once(program, 'close')).toEqual([69, null])
  expect(texts).toEqual(['ready', 'put away'])
})
