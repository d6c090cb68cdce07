/** Lists what a person types to call the command line. */
export const calledAs = {
  /** Installed, or linked with `npm link`. */
  installed: 'clavis',
  checkout: 'npm run --silent clavis --',
} as const

export interface Invocation {
  /** What the person types before the arguments. */
  readonly commandLine: string
  /** The person's working directory, if the process has another one. */
  readonly folder?: string
}

/** Finds out how the command line was called, from the variables that npm sets for a script. */
export function invocationOf(env: Readonly<Record<string, string | undefined>>): Invocation {
  const event = env['npm_lifecycle_event']
  if (event === 'clavis' && env['npm_package_name'] === 'clavis') {
    const folder = env['INIT_CWD']
    // npm runs scripts in the project's folder.
    return { commandLine: calledAs.checkout, ...(folder === undefined ? {} : { folder }) }
  }
  // Never suggest `npx clavis`: outside the checkout, npx would download any package of that name.
  return { commandLine: event === 'npx' ? calledAs.checkout : calledAs.installed }
}
