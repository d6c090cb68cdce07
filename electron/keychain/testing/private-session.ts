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
  readonly end: () => Promise<void>
}

/** A bus that starts nothing by itself: what is not started here is not there. */
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

  const bus = spawn('dbus-daemon', [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(bus.stdout, 'data')) as [Buffer]
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: address.toString('utf8').trim(),
  }

  const daemon = keyring === 'unlocked' ? startKeyring(env) : undefined
  if (daemon !== undefined) await untilServed(env)
  return {
    env,
    keyring: daemon,
    end: async () => {
      for (const child of [daemon, bus])
        if (child?.exitCode === null && child.signalCode === null) {
          const exit = once(child, 'exit')
          child.kill('SIGCONT')
          child.kill('SIGTERM')
          await exit
        }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The Secret Service's well-known name (Secret Service API specification). */
const secretService = 'org.freedesktop.secrets'

/** Waits until the keyring answers on the bus: not every version of it says so on its standard output. */
async function untilServed(env: NodeJS.ProcessEnv): Promise<void> {
  const bus = await SessionBus.open(env, 5000)
  try {
    for (let [isServed] = await bus.callBus('NameHasOwner', 's', [secretService]); isServed !== true;) {
      await wait(20)
      ;[isServed] = await bus.callBus('NameHasOwner', 's', [secretService])
    }
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
