import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** The product's name as Electron uses it for the data folder. It never changes: people's data hang on it. */
const productName = 'Clavis'

/**
 * Where Clavis keeps its data: the folder that Electron calls `userData` for the product's name, so that the window
 * and the command line use the same one.
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
  // A relative path there is invalid and to be ignored (XDG Base Directory Specification).
  return posix.join(
    config !== undefined && posix.isAbsolute(config) ? config : posix.join(home, '.config'),
    productName,
  )
}

/** An empty variable counts as unset (XDG Base Directory Specification). */
function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
