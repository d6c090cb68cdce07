import { inject } from 'vitest'
import type { BuiltProgram } from './build-programs.ts'

/** Returns the URL of a program or worker that was built before the tests. */
export function builtProgram(name: BuiltProgram): URL {
  return new URL(`${name}.js`, inject('builtPrograms'))
}
