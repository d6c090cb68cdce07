import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { othersKey } from '../../testing/prepared-keys.ts'

const run = promisify(execFile)

/** A key pair with its CSR and a self-signed certificate, created by OpenSSL, PEM. */
export interface OpensslKey {
  readonly keyPem: string
  readonly requestPem: string
  readonly selfSignedPem: string
}

/** @param algorithm as in `openssl req -newkey` */
export async function opensslKey(
  subject: string,
  { algorithm = ['rsa:2048'], extensions = [] }: { algorithm?: readonly string[]; extensions?: readonly string[] } = {},
): Promise<OpensslKey> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-openssl-'))
  try {
    const file = (name: string): string => join(folder, name)
    const naming = ['-utf8', '-subj', subject, ...extensions.flatMap((each) => ['-addext', each])]
    const [kind = 'rsa:2048', ...parameters] = algorithm
    const isPrepared = kind === 'rsa:2048'
    if (isPrepared) await writeFile(file('key.pem'), othersKey())
    const key = isPrepared
      ? ['-key', file('key.pem')]
      : ['-newkey', kind, ...parameters, '-nodes', '-keyout', file('key.pem')]
    await run('openssl', ['req', '-new', ...key, '-out', file('request.pem'), ...naming])
    await run('openssl', [
      ...['req', '-x509', '-key', file('key.pem'), '-days', '30', '-out', file('self.pem')],
      ...naming,
    ])
    const [keyPem, requestPem, selfSignedPem] = await Promise.all(
      ['key.pem', 'request.pem', 'self.pem'].map((name) => readFile(file(name), 'utf8')),
    )
    return { keyPem: keyPem ?? '', requestPem: requestPem ?? '', selfSignedPem: selfSignedPem ?? '' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
