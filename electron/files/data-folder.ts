import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** Name of the data folder, from Electron's product name. Never change it: existing data would not be found. */
const productName = 'Clavis'

/**
 * Returns the default data folder: Electron's `userData` for the product name, so that window and command line share it.
 * @param env environment variables, e.g. `process.env`
 * @param platform e.g. `process.platform`
 */
export function defaultDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const home = filled(env['HOME']) ?? homedir()
  if (platform === 'win32') {
    const userProfile = filled(env['USERPROFILE']) ?? home
    return win32.join(filled(env['APPDATA']) ?? win32.join(userProfile, 'AppData', 'Roaming'), productName)
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', productName)
  const config = filled(env['XDG_CONFIG_HOME'])
  // Relative paths are invalid and must be ignored (XDG Base Directory Specification).
  return posix.join(
    config !== undefined && posix.isAbsolute(config) ? config : posix.join(home, '.config'),
    productName,
  )
}

/** Treats an empty variable as unset (XDG Base Directory Specification). */
function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
