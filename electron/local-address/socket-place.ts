import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from '../files/disk-failure.ts'
import { actingUser } from '../files/file-owner.ts'
import { isProcessAlive } from '../files/process-alive.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Sockets of programs that ran in `clavis exec`, by the process ID of Clavis, which cannot remove them when it is killed. */
const ownName = /^exec-(?<pid>\d{1,10})-[\da-f]+\.sock$/u

/**
 * Returns where a socket is created: in the user's runtime folder, or below the temporary folder. The folder is the user's own and no
 * one else may enter it, so that the socket needs no protection until it has its mode. On Windows, the name of a pipe: Node sets no
 * access rights for it, and Windows's own let only the user, administrators and the system write to it.
 * @param name without extension, for example the profile's ID
 * @throws `file-untrusted` if the folder is another user's, or others may enter it
 */
export async function socketPlace(name: string, env: Env = process.env): Promise<string> {
  if (process.platform === 'win32') return String.raw`\\.\pipe\clavis-${name}`
  const user = actingUser() ?? 0
  const runtime = env['XDG_RUNTIME_DIR'] ?? ''
  const folder =
    isAbsolute(runtime) && isPrivate(runtime, user) ? join(runtime, 'clavis') : join(tmpdir(), `clavis-${user}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  if (!isPrivate(folder, user))
    throw new ClavisError('file-untrusted', `The folder ${folder} belongs to another user, or others may enter it.`, {
      hint: 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own with mode 0700.',
    })
  await removeLeft(folder)
  return join(folder, `${name}.sock`)
}

/** Whether something is a folder, not a link, that only this user may enter. */
function isPrivate(folder: string, user: number): boolean {
  try {
    const status = lstatSync(folder)
    return status.isDirectory() && status.uid === user && (status.mode & 0o077) === 0
  } catch {
    return false
  }
}

async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = ownName.exec(name)?.groups?.['pid']
    if (pid !== undefined && !isProcessAlive(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

/**
 * Listens at a place, and replaces the socket of a process that was killed there.
 * @throws `local-address-taken` if a process listens there, or anything else is there
 */
export async function listenAt(server: Server, place: string): Promise<void> {
  try {
    await listen(server, { path: place })
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error
    await requireLeft(place)
    await rm(place, { force: true })
    await listen(server, { path: place })
  }
  if (process.platform !== 'win32') await chmod(place, 0o600)
}

/** Listens on a loopback port. @param port 0 for a free one @throws `local-address-taken` */
export async function listenOn(server: Server, port: number): Promise<number> {
  try {
    await listen(server, { port, host: '127.0.0.1' })
  } catch (error) {
    if (systemErrorCode(error) === 'EADDRINUSE' || systemErrorCode(error) === 'EACCES')
      throw new ClavisError('local-address-taken', `Port ${port} can’t be opened on this computer.`, {
        hint: 'Choose another port, or leave it out to use a free one.',
      })
    throw error
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

async function listen(
  server: Server,
  at: { readonly path: string } | { readonly port: number; readonly host: string },
): Promise<void> {
  // Rejects with the server's error.
  const listening = once(server, 'listening')
  server.listen(at)
  await listening
}

/** Makes sure that a socket is this user's and that no process listens to it. @throws `local-address-taken` */
async function requireLeft(place: string): Promise<void> {
  const there = process.platform === 'win32' ? undefined : await lstat(place)
  if (there !== undefined && there.isSocket() && there.uid === actingUser() && !(await answers(place))) return
  const isOpen = there === undefined || there.isSocket()
  throw new ClavisError(
    'local-address-taken',
    isOpen ? `This profile’s local address is already open: ${place}` : `${place} is not a socket of Clavis.`,
    {
      hint: isOpen
        ? 'Use it, or close it in the window or the command that opened it. To open another one, use --port.'
        : 'Move it away, then try again.',
    },
  )
}

function answers(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    const answer = (isAlive: boolean): void => {
      socket.destroy()
      resolve(isAlive)
    }
    socket.once('connect', () => answer(true))
    // Anything but a refusal, such as a full queue, means that someone listens.
    socket.once('error', (error) => answer(systemErrorCode(error) !== 'ECONNREFUSED'))
  })
}
