/** A program for tests: writes a file atomically with content of a given length and prints what came of it as JSON. */
import { ClavisError } from '#shared/errors.ts'
import { writeFileAtomically } from '../atomic-file.ts'

const [path = '', length = '0'] = process.argv.slice(2)
// A process over its file size limit gets this signal before the error; Node's default would end it.
process.on('SIGXFSZ', () => undefined)
const outcome = await writeFileAtomically(path, 'n'.repeat(Number(length))).then(
  () => ({ ok: true }),
  (error: unknown) => (error instanceof ClavisError ? error.toValue() : { fault: String(error) }),
)
process.stdout.write(JSON.stringify(outcome))
