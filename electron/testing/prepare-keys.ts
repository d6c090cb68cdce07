import { execFile } from 'node:child_process'
import { generateKeyPair } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startPracticeService } from '../practice/service/practice-service.ts'
import { stateFile } from '../practice/state/practice-state.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** RSA keys of 2048 bits, PKCS#8 PEM, for Clavis's own credentials. */
    readonly preparedKeys: readonly string[]
    /** The same for servers, authorities and files to import. */
    readonly othersKeys: readonly string[]
    /** A certificate authority of OpenSSL's, PEM. */
    readonly preparedAuthority: { readonly keyPem: string; readonly certificatePem: string }
    /** What a practice service keeps in its folder, without ports. */
    readonly preparedPractice: string
  }
}

/** More than a test file creates, apart from a few that then create their own. */
const keyCount = 64
const othersKeyCount = 32

/**
 * Creates the keys that most test files need, once: finding primes took a third of the time of the tests that use them.
 * What tests check of new keys is checked with new keys.
 */
export default async function prepareKeys(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-keys-'))
  try {
    const creating = Array.from({ length: keyCount + othersKeyCount }, async () => {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    })
    const keys = await Promise.all(creating)
    project.provide('preparedKeys', keys.slice(0, keyCount))
    project.provide('othersKeys', keys.slice(keyCount))

    const [keyFile, certificateFile] = [join(folder, 'authority.key'), join(folder, 'authority.pem')]
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Test CA'],
      ...['-keyout', keyFile, '-out', certificateFile],
    ])
    const [keyPem, certificatePem] = [await readFile(keyFile, 'utf8'), await readFile(certificateFile, 'utf8')]
    project.provide('preparedAuthority', { keyPem, certificatePem })

    const practice = await startPracticeService({ folder, records: 1, faults: [], now: Date.now })
    await practice.stop()
    const { ports: _, ...state } = JSON.parse(await readFile(stateFile(folder), 'utf8')) as Record<string, unknown>
    project.provide('preparedPractice', JSON.stringify(state))
  } finally {
    await rm(folder, { recursive: true })
  }
}
