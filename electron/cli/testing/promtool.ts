import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Kept from run to run: the package has 19 MB. */
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache/promtool')

/**
 * Returns the path of Prometheus' checker: an installed one, or that of Debian's package, which is only unpacked, because installing
 * it would start a server. Returns the reason if there is none.
 */
export async function findPromtool(): Promise<{ readonly path: string } | { readonly reason: string }> {
  for (const path of ['/usr/bin/promtool', '/usr/local/bin/promtool', join(cache, 'promtool')])
    if (existsSync(path)) return { path }
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'package-'))
  try {
    await run('apt-get', ['download', 'prometheus'], { cwd: folder })
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
    await run('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder })
    await rename(join(folder, 'unpacked/usr/bin/promtool'), join(cache, 'promtool'))
    return { path: join(cache, 'promtool') }
  } catch (error) {
    return { reason: `Debian’s package prometheus can’t be had here: ${String(error).split('\n')[0] ?? ''}` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs promtool with a text on standard input. Returns its exit code and everything that it printed. */
export async function runPromtool(
  path: string,
  args: readonly string[],
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(path, args)
  child.stdin.end(input)
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: out + err }
}
