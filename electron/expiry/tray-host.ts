import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** How long the desktop may take to answer, milliseconds. */
const patience = 10_000

/**
 * Returns whether the desktop shows tray icons. On Linux that is a program that owns a name on the session's bus; GNOME has
 * none without an extension.
 */
export async function hasTray(
  platform: NodeJS.Platform,
  {
    env = process.env,
    name = 'org.kde.StatusNotifierWatcher',
  }: { readonly env?: NodeJS.ProcessEnv; readonly name?: string } = {},
): Promise<boolean> {
  if (platform !== 'linux') return true
  const bus = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
  const question = ['org.freedesktop.DBus.NameHasOwner', `string:${name}`]
  try {
    const { stdout } = await promisify(execFile)('dbus-send', [...bus, ...question], { env, timeout: patience })
    return stdout.trim() === 'boolean true'
  } catch {
    // Without the program or a bus, Clavis can't rely on an icon being shown.
    return false
  }
}
