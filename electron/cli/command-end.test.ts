import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { whileRunning } from '../testing/while-running.ts'

// `npm run clavis` starts the command line as a separate process; scripts must see its exit code or signal.

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
  // Not 1, which `clavis diff` uses for "different".
  ['process.kill(process.pid, "SIGKILL")', 137],
])('bin/clavis: exits with the code of its child, %s', async (code, end) => {
  expect(await once(started(code), 'close')).toEqual([end, null])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'bin/clavis: ends by %s if its child does, so that a shell stops its loop',
  async (signal) => {
    const end = started(`process.kill(process.pid, '${signal}'); setTimeout(() => undefined, 5000)`)
    expect(await once(end, 'close')).toEqual([null, signal])
  },
)

test('bin/clavis: passes a signal on to its child and waits for it', async () => {
  const program = started(`
    process.once('SIGTERM', () => { clearInterval(alive); console.log('put away'); process.exitCode = 69 })
    const alive = setInterval(() => undefined, 1000)
    console.log('ready')`)
  const texts: string[] = []
  program.stdout?.on('data', (chunk: Buffer) => texts.push(chunk.toString().trim()))
  const end = once(program, 'close')
  await whileRunning(end, expect.poll(() => texts).toEqual(['ready']))
  program.kill('SIGTERM')
  expect(await end).toEqual([69, null])
  expect(texts).toEqual(['ready', 'put away'])
})
