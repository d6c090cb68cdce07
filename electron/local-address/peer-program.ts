import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { refused } from './request-checks.ts'

const run = promisify(execFile)

/** Who sends requests over a connection. */
export interface PeerProgram {
  /** File name of its executable, or {@link unknownProgram}. */
  readonly name: string
  /** Path of its executable. */
  readonly path?: string
  readonly pid?: number
}

/** What a program is called if the system does not say which it is: always on macOS and Windows. */
export const unknownProgram: PeerProgram = { name: 'unknown program' }

/**
 * Finds out which program is at the other end of a connection. Node does not read a socket's peer credentials, so `ss` lists who has
 * the other end, and `/proc` confirms it. This names a program for a person; it does not keep out a program that runs as the same user.
 * @param socket accepted by this process
 * @throws `call-refused` if another user's process connected to a loopback port, where the system says whose it is
 */
export async function programAt(socket: Socket): Promise<PeerProgram> {
  if (process.platform !== 'linux') return unknownProgram
  const port = socket.remotePort === undefined ? undefined : await ownTcpPeer(socket)
  try {
    const line = port === undefined ? await unixLine(socket) : await tcpLine(socket, port)
    // The command's own name is in the line, too, and can look like another entry: the process must have the socket.
    const pids = [...(line?.text ?? '').matchAll(/pid=(\d{1,10})/gu)].map(([, pid]) => Number(pid))
    for (const pid of pids) if (line !== undefined && (await hasSocket(pid, line.inode))) return await programOf(pid)
  } catch {
    // Without `ss`, or if the program ended meanwhile.
  }
  return unknownProgram
}

interface PeerLine {
  readonly inode: string
  readonly text: string
}

async function unixLine(socket: Socket): Promise<PeerLine | undefined> {
  const own = await ownInode(socket)
  if (own === undefined) return undefined
  const lines = await listed()
  // Each end is a line: where it is bound, its number, and `*` with the number of the other one.
  const peer = lines.map((line) => new RegExp(String.raw`\s${own}\s+\*\s+(\d+)\s`, 'u').exec(line)?.[1]).find(Boolean)
  if (peer === undefined) return undefined
  const ends = new RegExp(String.raw`\s${peer}\s+\*\s+${own}\s`, 'u')
  const text = lines.find((line) => ends.test(line))
  return text === undefined ? undefined : { inode: peer, text }
}

/**
 * Returns the number of the socket at the other end of a loopback connection. Every user of the computer can connect to a port, and
 * may know its path, which is visible where a program has it in its arguments.
 * @throws `call-refused` unless it is this user's
 */
async function ownTcpPeer({ remoteAddress, remotePort = 0, localPort = 0 }: Socket): Promise<string> {
  const end = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  // Columns: its number in the table, both ends, four others, user, one other, inode (proc(5)).
  const columns = tables
    .flatMap((table) => table.split('\n'))
    .map((line) => line.trim().split(/\s+/u))
    .find(([, from = '', to = '']) => from.endsWith(end(remotePort)) && to.endsWith(end(localPort)))
  // Another address of the loopback network can have the port of one of this user's own connections.
  if (remoteAddress !== '127.0.0.1' || columns === undefined || Number(columns[7]) !== process.geteuid?.())
    throw refused(
      403,
      'call-refused',
      'Requests of other users are refused.',
      'Run the program as the user who opened this.',
    )
  return columns[9] ?? ''
}

async function tcpLine({ remotePort = 0, localPort = 0 }: Socket, inode: string): Promise<PeerLine | undefined> {
  const ends = new RegExp(String.raw`127\.0\.0\.1\]?:${remotePort}\s+\S*127\.0\.0\.1\]?:${localPort}\s`, 'u')
  const text = (await listed()).find((line) => ends.test(line))
  return text === undefined ? undefined : { inode, text }
}

/** Returns the number of a socket of this process, as the system lists it. */
async function ownInode(socket: Socket): Promise<string | undefined> {
  const handle: unknown = Reflect.get(socket, '_handle')
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  if (typeof fd !== 'number' || fd < 0) return undefined
  return /^socket:\[(\d+)\]$/u.exec(await readlink(`/proc/self/fd/${fd}`))?.[1]
}

let running: Promise<string[]> | undefined
let next: Promise<string[]> | undefined

/** Lists the system's connections with their processes. Connections that come during one run share the next one. */
function listed(): Promise<string[]> {
  if (running !== undefined)
    return (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return listed()
      }))
  const lines = run('ss', ['-xtnpH'], { timeout: 5000, maxBuffer: 16 * 1024 * 1024 }).then(({ stdout }) =>
    stdout.split('\n'),
  )
  running = lines.finally(() => (running = undefined))
  return running
}

async function hasSocket(pid: number, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  for (const fd of await readdir(folder).catch(() => []))
    if ((await readlink(`${folder}/${fd}`).catch(() => '')) === `socket:[${inode}]`) return true
  return false
}

async function programOf(pid: number): Promise<PeerProgram> {
  const path = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/u, '')
  return { name: basename(path), path, pid }
}
