import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SessionBus } from '../dbus/session-bus.ts'

/** A D-Bus session of its own, with or without a real gnome-keyring in it. */
export interface PrivateSession {
  /** The environment for processes in the session. */
  readonly env: NodeJS.ProcessEnv
  /** The keyring's process. */
  readonly keyring: ChildProcess | undefined
  /** Kills the keyring and starts another one on the same bus. */
  readonly restartKeyring: () => Promise<void>
  /** Kills the bus, and the keyring with it, and starts both again at the same address. */
  readonly restartBus: () => Promise<void>
  readonly end: () => Promise<void>
}

/** A bus that starts nothing automatically: only what is started here is available. */
const busConfiguration = (folder: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus
 Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

/** @param keyring `unlocked`: gnome-keyring with an open login collection; `none`: no Secret Service at all */
export async function startPrivateSession(keyring: 'unlocked' | 'none'): Promise<PrivateSession> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-session-'))
  const runtime = join(folder, 'run')
  await mkdir(runtime, { mode: 0o700 })
  await writeFile(join(folder, 'bus.conf'), busConfiguration(folder))

  let bus = await startBus(folder)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
  }
  const openKeyring = async (): Promise<ChildProcess> => {
    const started = startKeyring(env)
    await untilServed(env)
    return started
  }
  let daemon = keyring === 'unlocked' ? await openKeyring() : undefined
  return {
    env,
    get keyring() {
      return daemon
    },
    restartKeyring: async () => {
      await end(daemon, 'SIGKILL')
      daemon = await openKeyring()
    },
    restartBus: async () => {
      await end(bus, 'SIGKILL')
      await end(daemon, 'SIGKILL')
      await rm(join(folder, 'bus'), { force: true })
      bus = await startBus(folder)
      daemon = await openKeyring()
    },
    end: async () => {
      await end(daemon, 'SIGTERM')
      await end(bus, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a bus, and waits until it says its address. */
async function startBus(folder: string): Promise<ChildProcess> {
  const bus = spawn('dbus-daemon', [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(bus.stdout, 'data')
  return bus
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill(signal)
  await exit
}

/** The Secret Service's well-known name (Secret Service API specification). */
const secretService = 'org.freedesktop.secrets'

/** Locks the default collection of a session's keyring. */
export async function lockKeyring(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const bus = await SessionBus.open(env, 300_000)
  try {
    await bus.call(
      {
        destination: secretService,
        path: '/org/freedesktop/secrets',
        interface: 'org.freedesktop.Secret.Service',
        member: 'Lock',
        signature: 'ao',
      },
      [['/org/freedesktop/secrets/aliases/default']],
    )
  } finally {
    bus.close()
  }
}

/** Deletes the default collection of a session's keyring, as “Passwords and Keys” does. */
export async function deleteCollection(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const bus = await SessionBus.open(env, 300_000)
  try {
    const at = { destination: secretService, path: '/org/freedesktop/secrets' }
    const call = { ...at, interface: 'org.freedesktop.Secret.Service', member: 'ReadAlias', signature: 's' }
    const [path] = await bus.call(call, ['default'])
    if (typeof path !== 'string') throw new Error('The service did not name its default collection.')
    await bus.call({ ...at, path, interface: 'org.freedesktop.Secret.Collection', member: 'Delete', signature: '' }, [])
  } finally {
    bus.close()
  }
}

/**
 * Waits until a keyring answers on the bus: not every version of it says so on its standard output.
 * @param before the process of one that is on its way out
 */
export async function untilServed(env: NodeJS.ProcessEnv, before?: number): Promise<void> {
  const bus = await SessionBus.open(env, 300_000)
  try {
    const served = async (): Promise<boolean> => {
      const [owned] = await bus.callBus('NameHasOwner', 's', [secretService])
      if (owned !== true) return false
      const [id] = await bus.callBus('GetConnectionUnixProcessID', 's', [secretService]).catch(() => [before])
      return id !== before
    }
    while (!(await served())) await wait(20)
  } finally {
    bus.close()
  }
}

function startKeyring(env: NodeJS.ProcessEnv): ChildProcess {
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  daemon.stdin.end('practice password')
  return daemon
}
