// `node scripts/packaging/check-command-line.ts ARCHIVE`: unpacks and runs the packed command line: a full pipe, standard input,
// both workers, TLS. On Linux it needs a keyring: e2e/fixtures/with-keyring.sh starts one.
import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }

const [, , archive = ''] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'clavis-cli-'))
const isWindows = process.platform === 'win32'
const tar = isWindows ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'tar.exe') : 'tar'
execFileSync(tar, ['-x', '-f', resolve(archive)], { cwd: folder })
const [packed = ''] = readdirSync(folder)
const program = join(folder, packed, isWindows ? 'clavis.exe' : 'clavis')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a command. @param slowly waits before each read of its output, so that the pipe is full most of the time */
async function clavis(
  args: readonly string[],
  {
    input = '',
    slowly = false,
    env = {},
  }: { input?: string | undefined; slowly?: boolean; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(program, ['--data-dir', join(folder, 'data'), ...args], {
    cwd: folder,
    // The executable must ignore them; Node would fail on the first, and on what the second names.
    env: { ...process.env, NODE_OPTIONS: '--require ./does-not-exist.cjs', OPENSSL_CONF: opensslConfig, ...env },
  })
  const closed = once(child, 'close')
  child.stdin.end(input)
  const texts = { out: '', err: '' }
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) {
    chunks.push(chunk as Buffer)
    if (slowly) await setTimeout(5)
  }
  const [code] = (await closed) as [number | null]
  return { code, out: Buffer.concat(chunks).toString(), err: texts.err }
}

// Node would end with an error about it.
const opensslConfig = join(folder, 'openssl.cnf')
writeFileSync(opensslConfig, 'nodejs_conf = broken\n[broken]\nproviders = missing\n')

const failures: string[] = []
function expectThat(what: string, isRight: boolean, { code, out, err }: Partial<Ended> = {}): void {
  process.stdout.write(`${isRight ? 'passed' : 'FAILED'}  ${what}\n`)
  if (isRight) return
  failures.push(what)
  process.stdout.write(`        exit code ${code}; ${out?.slice(0, 500)}; ${err?.slice(0, 1000)}\n`)
}

const version = await clavis(['--version'])
const cached = await clavis(['--version'], { env: { NODE_COMPILE_CACHE: join(folder, 'cache') } })
expectThat('refuses NODE_COMPILE_CACHE', cached.code === 64 && cached.out === '', cached)
expectThat(
  'prints its version and nothing else',
  version.out === `${packageFile.version}\n` && version.err === '',
  version,
)

const practice = spawn(program, ['--data-dir', join(folder, 'practice'), '--json', 'practice', '--records', '300'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  let text = ''
  for await (const chunk of practice.stdout) {
    text += String(chunk)
    if (text.includes('}')) break
  }
  const { httpOrigin, httpsOrigin, portalUrl } = JSON.parse(text) as Record<
    'httpOrigin' | 'httpsOrigin' | 'portalUrl',
    string
  >
  const ask = async (path: string): Promise<unknown> => (await fetch(`${portalUrl}/api/${path}`)).json()
  const { certificate } = (await ask('authority')) as { certificate: string }
  const { tabs } = (await ask('security')) as { tabs: Record<string, string>[] }
  const mock = tabs.find(({ tab }) => tab === 'mock') ?? {}
  const overTls = (url = ''): string => url.replace(httpOrigin, httpsOrigin)
  const profile = {
    ...{ environment: 'mock', clientId: mock['clientId'], tokenUrl: overTls(mock['tokenUrl']) },
    ...{ apiBaseUrl: overTls(mock['apiBaseUrl']), reportsBaseUrl: overTls(mock['reportsBaseUrl']) },
  }
  const longest = Array.from({ length: 70 }, (_, index) => `a-scope-of-this-test-${index}`).join(' ')
  const profiles = [
    { ...profile, name: 'Practice', certificateAuthorities: [certificate] },
    { ...profile, name: 'With a key', environment: 'client-testing' },
    ...Array.from({ length: 950 }, (_, index) => ({ ...profile, name: `Number ${index}`, scopes: longest })),
  ]
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ clavis: 1, profiles }))
  const imported = await clavis(['profile', 'import', 'profiles.json', '--with-network'])
  expectThat('imports profiles', imported.code === 0, imported)

  const listed = await clavis(['--json', 'profile', 'list'], { slowly: true })
  const isWhole = listed.out.length > 2_000_000 && listed.out.endsWith(']\n') && listed.out.includes('Number 949')
  expectThat(`writes ${listed.out.length} bytes into a slow pipe, to the end`, isWhole, listed)

  const secret = await clavis(['secret', 'set', 'Practice'], { input: mock['clientSecret'] })
  expectThat('reads a secret from standard input and stores it in the keychain', secret.code === 0, secret)
  const token = await clavis(['token', 'Practice'])
  expectThat(
    'requests a token over TLS',
    token.code === 0 && token.out.startsWith('Token for Practice received'),
    token,
  )
  const list = await clavis(['list', 'Practice', 'reports', '--out', 'reports.ndjson'])
  const reports = join(folder, 'reports.ndjson')
  const lines = existsSync(reports) ? readFileSync(reports, 'utf8').trimEnd().split('\n').length : 0
  expectThat('loads a list (worker)', list.code === 0 && lines === 300, list)

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'a passphrase' }
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }))
  const key = await clavis(['key', 'import', 'With a key', 'key.pem'], { input: 'a passphrase\n' })
  expectThat('imports a key (worker), with its passphrase from standard input', key.code === 0, key)
  for (const name of ['Practice', 'With a key'])
    await clavis(['profile', 'remove', name, '--destroy-secrets', '--confirm', name])
} finally {
  practice.kill()
  await once(practice, 'exit')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
process.stdout.write(`${failures.length === 0 ? 'All checks passed' : `${failures.length} failed`}\n`)
process.exit(failures.length === 0 ? 0 : 1)
