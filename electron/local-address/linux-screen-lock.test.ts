import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchLinuxScreenLock } from './linux-screen-lock.ts'

// There is no login manager where tests run: a script stands in for its command.

test('watchLinuxScreenLock: reports each lock once, and asks only while it is needed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-lock-'))
  const { PATH = '' } = process.env
  onTestFinished(async () => {
    process.env['PATH'] = PATH
    await rm(folder, { recursive: true })
  })
  const state = join(folder, 'state')
  const answers = (text: string): Promise<void> => writeFile(state, text)
  await answers('no\n')
  await writeFile(
    join(folder, 'loginctl'),
    `#!/bin/sh\necho "$@" >> ${folder}/asked\nread -r locked < ${state}; echo "$locked"\n`,
  )
  await chmod(join(folder, 'loginctl'), 0o700)
  process.env['PATH'] = `${folder}${delimiter}${PATH}`
  let isNeeded = false
  const onLock = vi.fn()
  onTestFinished(watchLinuxScreenLock({ isNeeded: () => isNeeded, onLock, everyMs: 20 }))
  await answers('yes\n')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(onLock).not.toHaveBeenCalled()
  isNeeded = true
  const limit = { timeout: 60_000 }
  await vi.waitFor(() => expect(onLock).toHaveBeenCalledTimes(1), limit)
  // It stays locked, is unlocked, and locked again.
  await answers('no\n')
  const asked = async (): Promise<number> => (await readFile(join(folder, 'asked'), 'utf8')).split('\n').length
  const before = await asked()
  await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(before + 3), limit)
  await answers('yes\n')
  await vi.waitFor(() => expect(onLock).toHaveBeenCalledTimes(2), limit)
})
