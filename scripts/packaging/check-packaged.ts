// `node scripts/packaging/check-packaged.ts`: checks the apps that `npm run package -- --dir` and `-- --e2e` built: reads their
// fuses, runs the command line, checks that a debugger is refused, and starts the window once.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }
import { linuxProgram, outputFolders } from './builder-config.ts'
import { wrongFuses, type Variant } from './fuses.ts'

/** How long the window may take to open, ms. */
const startLimitMs = 60_000

/** A packed app: what is signed, what is run, and its command line. */
interface PackedApp {
  readonly bundle: string
  readonly program: string
  readonly commandLine: string
}

function packedApp(variant: Variant): PackedApp {
  const output = resolve(import.meta.dirname, '../..', outputFolders[variant])
  const name = variant === 'e2e' ? 'Clavis E2E' : 'Clavis'
  if (process.platform === 'darwin') {
    const bundle = join(output, process.arch === 'arm64' ? 'mac-arm64' : 'mac', `${name}.app`)
    const contents = join(bundle, 'Contents')
    return { bundle, program: join(contents, 'MacOS', name), commandLine: join(contents, 'Resources', 'cli', 'clavis') }
  }
  const isWindows = process.platform === 'win32'
  const folder = join(output, isWindows ? 'win-unpacked' : 'linux-unpacked')
  const program = join(folder, isWindows ? `${name}.exe` : linuxProgram)
  return {
    bundle: program,
    program,
    commandLine: join(folder, 'resources', 'cli', isWindows ? 'clavis.exe' : 'clavis'),
  }
}

const failures: string[] = []
function expectThat(what: string, isRight: boolean, found = ''): void {
  process.stdout.write(`${isRight ? 'passed' : 'FAILED'}  ${what}${isRight ? '' : `: ${found}`}\n`)
  if (!isRight) failures.push(what)
}

for (const variant of ['release', 'e2e'] as const) {
  const wrong = await wrongFuses(packedApp(variant).bundle, variant)
  expectThat(`the fuses of the ${variant} variant`, wrong.length === 0, wrong.join('; '))
}

const { program, commandLine } = packedApp('release')

const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...withoutDisplay } = process.env
const version = spawnSync(commandLine, ['--version'], {
  encoding: 'utf8',
  env: withoutDisplay,
  timeout: startLimitMs,
})
expectThat(
  'the command line says its version, without a display',
  version.status === 0 && version.stdout === `${packageFile.version}\n`,
  `exit code ${version.status}, ${version.stdout}${version.stderr}`,
)

for (const name of ['--remote-debugging-port=0', '--inspect=0']) {
  const refused = spawnSync(program, [name], { encoding: 'utf8', timeout: startLimitMs })
  const isRefused = refused.status === 64 && refused.stderr.includes('is not available in the installed app')
  expectThat(`${name} is refused`, isRefused, `exit code ${refused.status}, ${refused.stderr}`)
}

const dataFolder = mkdtempSync(join(tmpdir(), 'clavis-packaged-'))
const app = spawn(program, [`--user-data-dir=${dataFolder}`], { stdio: 'inherit' })
const ended = once(app, 'exit')
// The page's session writes its folder when the window loads the page.
const page = join(dataFolder, 'chromium', 'Partitions', 'page')
const endsAt = performance.now() + startLimitMs
while (!existsSync(page) && app.exitCode === null && performance.now() < endsAt) await setTimeout(200)
// Gives anything that starts with the window time to fail.
await setTimeout(3000)
expectThat('the window opens and stays', existsSync(page) && app.exitCode === null, `exit code ${app.exitCode}`)
app.kill()
await ended
rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

process.stdout.write(`${failures.length === 0 ? 'All checks passed' : `${failures.length} failed`}\n`)
process.exit(failures.length === 0 ? 0 : 1)
