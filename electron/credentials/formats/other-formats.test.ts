import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../keychain/secret.ts'
import { MadeFiles } from '../import/testing/made-files.ts'
import { publicKeyFingerprint } from '../key-pair.ts'
import type { Material } from './material.ts'
import { readMaterial } from './read-material.ts'

// Files of the programs themselves, where they are installed; the command of each message is run as it is shown.

let files: MadeFiles
let fingerprint: string

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('leaf')
  fingerprint = publicKeyFingerprint(createPublicKey(await files.read('leaf.key')))
})
afterAll(() => files.remove())

const run = promisify(execFile)
const shell = async (script: string): Promise<unknown> => run('bash', ['-c', script], { cwd: files.folder })
const isInstalled = async (program: string): Promise<boolean> =>
  run('bash', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )

async function read(name: string, passphrase?: string): Promise<Material> {
  const typed = passphrase === undefined ? undefined : Secret.fromText(passphrase)
  return readMaterial({ name, bytes: await files.read(name), passphrase: typed })
}

function readText(text: string | Buffer): Material {
  return readMaterial({ name: 'file', bytes: Buffer.from(text) })
}

/** An RSA key as ssh.com's programs wrote it, without a passphrase: OpenSSH reads it and writes none. */
function ssh2Of(pem: Buffer): string {
  const jwk = createPrivateKey(pem).export({ format: 'jwk' })
  const uint32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const text = (value: string): Buffer => Buffer.concat([uint32(value.length), Buffer.from(value)])
  const number = (base64 = ''): Buffer => {
    const bytes = Buffer.from(base64, 'base64url')
    return Buffer.concat([uint32(bytes.length * 8), bytes])
  }
  const numbers = Buffer.concat([jwk.e, jwk.d, jwk.n, jwk.qi, jwk.q, jwk.p].map(number))
  const kind = text('if-modn{sign{rsa-pkcs1-sha1},encrypt{rsa-pkcs1v2-oaep}}')
  const key = Buffer.concat([uint32(numbers.length), numbers])
  const body = Buffer.concat([kind, text('none'), uint32(key.length), key])
  const whole = Buffer.concat([uint32(0x3f6ff9eb), uint32(body.length + 8), body])
  const lines = whole.toString('base64').replaceAll(/.{1,70}/gu, '$&\n')
  return `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "acme"\n${lines}---- END SSH2 ENCRYPTED PRIVATE KEY ----\n`
}

const secretOf = async (): Promise<Record<string, string>> => {
  const base64 = async (name: string): Promise<string> => (await files.read(name)).toString('base64')
  return { 'tls.crt': await base64('leaf.pem'), 'tls.key': await base64('leaf.key') }
}

const toKeystore = (type: string): string =>
  `openssl pkcs12 -export -inkey leaf.key -in leaf.pem -name acme -passout pass:secret -out leaf.p12 &&
   keytool -importkeystore -srckeystore leaf.p12 -srcstorepass secret -destkeystore FILE -deststoretype ${type} -deststorepass secret`

interface Format {
  readonly programs: readonly string[]
  readonly make: () => Promise<unknown>
  /** What the message calls it. */
  readonly name: string
  /** Added to the command instead of typing. */
  readonly answers?: string
  readonly converted?: string
  readonly passphrase?: string
  readonly certificates?: number
}

const store = { name: 'a Java keystore', answers: ' -srcstorepass secret -deststorepass secret' }
const asStore = { programs: ['keytool'], ...store, converted: 'FILE.p12', passphrase: 'secret', certificates: 1 }
const secret = { programs: [], name: 'a Secret of Kubernetes', certificates: 1 }
const legacy = '-provider legacy -provider default'

const formats: Readonly<Record<string, Format>> = {
  JKS: { ...asStore, make: () => shell(toKeystore('JKS')) },
  JCEKS: { ...asStore, make: () => shell(toKeystore('JCEKS')) },
  PVK: {
    ...{ programs: [], name: 'a private key in Microsoft’s PVK format' },
    make: () => shell('openssl rsa -in leaf.key -outform PVK -pvk-none -out FILE'),
  },
  'PVK with a passphrase': {
    ...{ programs: [], name: 'a private key in Microsoft’s PVK format', answers: ' -passin pass:x' },
    make: () => shell(`openssl rsa -in leaf.key -outform PVK -pvk-strong ${legacy} -passout pass:x -out FILE`),
  },
  SSH2: {
    ...{ programs: ['ssh-keygen'], name: 'a private key in the format of SSH2' },
    make: async () => files.write('FILE', ssh2Of(await files.read('leaf.key'))),
  },
  OpenSSH: {
    ...{ programs: ['ssh-keygen'], name: 'a private key in OpenSSH’s own format', answers: " -P '' -N ''" },
    converted: 'COPY-OF-FILE',
    make: () =>
      shell("cp leaf.key FILE && chmod 600 FILE && ssh-keygen -p -P '' -N '' -f FILE && cp FILE COPY-OF-FILE"),
  },
  'Kubernetes Secret, JSON': {
    ...secret,
    make: async () => files.write('FILE', JSON.stringify({ apiVersion: 'v1', kind: 'Secret', data: await secretOf() })),
  },
  'Kubernetes Secret, YAML': {
    ...secret,
    make: async () => {
      const data = Object.entries(await secretOf()).map(([name, value]) => `  ${name}: ${value}\n`)
      await files.write('FILE', `apiVersion: v1\ndata:\n${data.join('')}kind: Secret\ntype: kubernetes.io/tls\n`)
    },
  },
}

test.for(Object.entries(formats))(
  'Other formats: the command that the message names makes %s readable',
  async ([, format], { skip }) => {
    const { programs, make, name, answers = '', converted = 'FILE.pem', passphrase, certificates = 0 } = format
    for (const program of programs) if (!(await isInstalled(program))) skip(`${program} is not installed`)
    await shell('rm -f FILE*')
    await make()
    const before = await read('FILE')
    expect(before).toMatchObject({ keys: [], certificates: [], locked: [] })
    const reason = before.problems.map((each) => each.reason).join()
    const command = /^It is (?<what>.*)\. Convert it to \S+ first: (?<command>.*?)(?: \(|$)/u.exec(reason)?.groups
    expect(command?.['what']).toBe(name)
    await shell(`${command?.['command']}${answers}`)
    const after = await read(converted, passphrase)
    expect(after).toMatchObject({ problems: [], locked: [], keys: [{ fingerprint }] })
    expect(after.certificates).toHaveLength(certificates)
  },
)

test.each([
  [
    'PuTTY',
    'PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: acme\nPublic-Lines: 6\nAAAA\n',
    'puttygen FILE',
  ],
  [
    '.NET',
    '<RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent><D>AQ==</D></RSAKeyValue>',
    "first: umask 077; pwsh -c '$key = [Security.Cryptography.RSA]::Create(); $key.FromXmlString(",
  ],
  ['.NET, public', '<RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>', 'only a public key'],
  ['SSH2, public', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n', 'only a public key'],
  [
    'Kubernetes without PEM',
    'kind: Secret\ndata:\n  password: aHVzaA==\n',
    'It contains no certificate or private key.',
  ],
  ['XML', '<keys><key>AQ==</key></keys>', 'It contains no certificate or private key.'],
  ['prose', 'The PuTTY-User-Key-File-3 is with ops.', 'It contains no certificate or private key.'],
])('Other formats: %s is named', (_name, text, words) => {
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')])
    expect(readText(bytes)).toMatchObject({
      ...{ keys: [], locked: [] },
      problems: [{ reason: expect.stringContaining(words) as string }],
    })
})

test('Other formats: PEM in a Secret’s stringData is read as it is', async () => {
  const pem = (await files.read('leaf.key')).toString('utf8')
  const yaml = `kind: Secret\nstringData:\n  tls.key: |\n${pem.replaceAll(/^/gmu, '    ')}`
  for (const text of [yaml, JSON.stringify({ kind: 'Secret', stringData: { 'tls.key': pem } })])
    expect(readText(text)).toMatchObject({ problems: [], keys: [{ fingerprint }] })
})
