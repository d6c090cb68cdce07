import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { createServices } from '../../electron/services.ts'
import { defaultProfileSettings } from '../../shared/model/profile.ts'

const subject = {
  ...{ commonName: 'bench', organization: 'Bench', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}

/** How long main stood still while keys were made. */
export interface KeyMaking {
  /** Longest stall of this thread, milliseconds. */
  readonly stall: number
  /** The same of a thread that did nothing meanwhile: what the machine itself takes. */
  readonly idleStall: number
}

/** How often stalls are looked for, milliseconds. */
const resolution = 1

/** Makes RSA-4096 keys with a CSR each, two at a time, through the real services into the real keychain. */
export async function measureKeyMaking(keys: number): Promise<KeyMaking> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const { profiles, credentials, end } = createServices({
    dataFolder,
    recordStoreWorker: new URL('../../electron/reports/record-store-worker.ts', import.meta.url),
    resolveProxy: () => Promise.resolve(undefined),
  })
  const { id: profileId } = await profiles.create(
    {
      ...defaultProfileSettings('jwt'),
      ...{
        name: 'Bench',
        environment: 'client-testing',
        clientId: 'bench',
        tokenUrl: 'https://login.example.com/token',
      },
    },
    { practice: false },
  )
  try {
    // The first use loads what later ones find loaded.
    await makeKey()
    const idle = await watchIdleThread()
    const delays = monitorEventLoopDelay({ resolution })
    delays.enable()
    for (let made = 0; made < keys; made += 2) await Promise.all([makeKey(), makeKey()])
    delays.disable()
    // What the histogram counts is the time between two looks, the pause between them included.
    return { stall: delays.max / 1e6 - resolution, idleStall: await idle.end() }
  } finally {
    await credentials.destroySecretsOf(profileId)
    await end()
    await rm(dataFolder, { recursive: true, force: true })
  }

  async function makeKey(): Promise<void> {
    const { id } = await credentials.createKey(profileId, 4096)
    await credentials.createRequest(profileId, id, subject, [])
  }
}

/** A thread with nothing to do but to notice when it is late. */
async function watchIdleThread(): Promise<{ readonly end: () => Promise<number> }> {
  const program = `
    const { parentPort } = require('node:worker_threads')
    const delays = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${resolution} })
    delays.enable()
    parentPort.once('message', () => parentPort.postMessage(delays.max / 1e6 - ${resolution}))
    parentPort.postMessage('ready')`
  const worker = new Worker(program, { eval: true })
  await new Promise((resolve) => worker.once('message', resolve))
  return {
    end: async () => {
      const answer = new Promise<number>((resolve) => worker.once('message', resolve))
      worker.postMessage('end')
      const stall = await answer
      await worker.terminate()
      return stall
    },
  }
}
