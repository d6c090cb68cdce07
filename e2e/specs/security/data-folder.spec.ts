import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { chosenRuntime, environment, root, switches } from '../../fixtures/launch.ts'

test('Data folder: when everyone may write to it, the app says so and quits before it stores anything there @core', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-open-folder-'))
  await chmod(dataFolder, 0o777)
  try {
    const program =
      chosenRuntime() === 'chromium'
        ? join(root, 'e2e', 'host', 'electron')
        : (createRequire(import.meta.url)('electron') as string)
    const app = spawn(program, [...switches(), root, `--user-data-dir=${dataFolder}`], { env: environment() })
    let said = ''
    app.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(app, 'close')) as [number | null]
    expect(code).toBe(65)
    expect(said).toContain(
      `clavis: file-untrusted: The data folder ${dataFolder} is writable by every user of this computer.`,
    )
    expect(said).toContain(`chmod o-w ${dataFolder}`)
    // Chromium’s own files may be there.
    expect(
      (await readdir(dataFolder)).filter((name) => /\.(?:json|jsonl|lock|db)$|^(?:runs|snapshots)$/u.test(name)),
    ).toEqual([])
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})
