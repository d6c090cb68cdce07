import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '../../electron/services.ts'
import { defaultProfileSettings } from '../../shared/model/profile.ts'
import { watchProcess, type Strain } from './process-watch.ts'
import { builtImportWorker, builtWorker } from './built-worker.ts'

const subject = {
  ...{ commonName: 'bench', organization: 'Bench', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}

/** Makes RSA-4096 keys with a CSR each, two at a time, through the real services into the real keychain. */
export async function measureKeyMaking(keys: number): Promise<Strain> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const { profiles, credentials, end } = createServices({
    dataFolder,
    recordStoreWorker: builtWorker,
    importWorker: builtImportWorker,
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
    const watch = await watchProcess()
    for (let made = 0; made < keys; made += 2) await Promise.all([makeKey(), makeKey()])
    return await watch.end()
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
