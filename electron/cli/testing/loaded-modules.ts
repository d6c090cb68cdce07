import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Source of a hook that writes the URL of every loaded module to standard error when the process exits. */
const recorder = `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)))`

/** Runs a program, which must succeed without errors, and returns the URL of each module that it loaded. */
export async function loadedModules(program: string, args: readonly string[]): Promise<string[]> {
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, program, ...args])
  return JSON.parse(stderr) as string[]
}
