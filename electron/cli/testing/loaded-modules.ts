import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Writes the address of every module that the process has loaded to standard error when it ends. */
const recorder = `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)))`

/** Runs the command line, which must succeed and print no error. Answers the address of each module that it loaded. */
export async function loadedModules(program: string, args: readonly string[]): Promise<string[]> {
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, program, ...args])
  return JSON.parse(stderr) as string[]
}
