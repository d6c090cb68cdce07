/** What a person types to call the command line. */
export const calledAs = {
  /** Installed, or linked with `npm link`. */
  installed: 'clavis',
  checkout: 'npm run --silent clavis --',
} as const

/** How the command line was called. */
export interface Invocation {
  /** What the person typed before the arguments. */
  readonly commandLine: string
  /** The folder the person stands in, if the process is in another one. */
  readonly folder?: string
}

/** Reads from the environment how the command line was called: npm describes there which script it runs. */
export function invocationOf(env: Readonly<Record<string, string | undefined>>): Invocation {
  const event = env['npm_lifecycle_event']
  if (event === 'clavis' && env['npm_package_name'] === 'clavis') {
    const folder = env['INIT_CWD']
    // npm runs scripts in the project’s folder.
    return { commandLine: calledAs.checkout, ...(folder === undefined ? {} : { folder }) }
  }
  // Not `npx clavis`: outside of the checkout, npx would fetch whatever package has that name.
  return { commandLine: event === 'npx' ? calledAs.checkout : calledAs.installed }
}
