/** A parsed Electron command line: `electron [-r module] [--switch[=value]] app [argument]`. */
export interface HostCommandLine {
  /** CommonJS modules to load before the app. */
  readonly requires: readonly string[]
  /** Switches without their dashes; empty text if they have no value. */
  readonly switches: Map<string, string>
  /** The app's folder or main file. */
  readonly app: string
}

/** @throws Error if no app is given */
export function parseCommandLine(args: readonly string[]): HostCommandLine {
  const requires: string[] = []
  const switches = new Map<string, string>()
  let app: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    if (app === undefined && (argument === '-r' || argument === '--require')) {
      index += 1
      requires.push(args[index] ?? '')
    } else if (argument.startsWith('--')) {
      const [name = '', ...value] = argument.slice(2).split('=')
      switches.set(name, value.join('='))
    } else app ??= argument
  }
  if (app === undefined) throw new Error('The Chromium host was given no app to run.')
  return { requires, switches, app }
}
