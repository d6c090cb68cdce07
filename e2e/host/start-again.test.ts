import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('npm start: a second start needs no network: it installs and downloads nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-start-again-'))
  // Programs that would use the network leave a file and fail.
  for (const name of ['npm', 'npx', 'apt-get', 'curl']) {
    await writeFile(join(folder, name), `#!/bin/sh\ntouch '${join(folder, 'used')}'\nexit 1\n`)
    await chmod(join(folder, name), 0o755)
  }
  const nowhere = 'http://127.0.0.1:9'
  const start = spawn(
    process.execPath,
    [join(root, 'scripts', 'start.mjs'), `--user-data-dir=${join(folder, 'data')}`],
    {
      env: {
        ...process.env,
        PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
        npm_config_registry: nowhere,
        CLAVIS_RUNTIME: 'chromium',
        CLAVIS_HOST_HEADLESS: '1',
        DISPLAY: ':0',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  const opened = new Promise<void>((resolve, reject) => {
    start.stderr.on('data', (data: Buffer) => {
      said += data.toString()
      if (said.includes('the window is open')) resolve()
    })
    start.on('exit', () => reject(new Error(`It ended:\n${said}`)))
  })
  await opened
  const ended = once(start, 'exit')
  start.kill()
  await ended
  expect(said).not.toMatch(/installing|downloading/u)
  expect(await readdir(folder)).not.toContain('used')
  await rm(folder, { recursive: true, maxRetries: 5 })
})
