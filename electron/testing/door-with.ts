import { accesses } from '#shared/call-shapes.ts'
import { calls, type CallName } from '#shared/contract.ts'
import { withoutAsking } from '../confirmation.ts'
import { Door } from '../door.ts'
import type { Caller, CallHandlers } from '../handler-types.ts'

/** May do everything, agrees to everything and chooses no file. */
export const agreeingCaller: Caller = {
  id: 1,
  may: accesses,
  confirm: withoutAsking,
  files: {
    chooseFiles: () => Promise.resolve([]),
    chooseTarget: () => Promise.resolve(undefined),
    chooseFolder: () => Promise.resolve(undefined),
  },
}

/**
 * Returns a door to these handlers, without other services than the given ones: nothing is read-only.
 * @param otherwise runs instead of every other handler, and throws
 */
export function doorWith(
  some: Partial<CallHandlers>,
  onFault: (name: CallName, fault: unknown) => void = noFault,
  otherwise: (name: string) => never = unexpected,
  services: Partial<ConstructorParameters<typeof Door>[0]['services']> = {},
): Door {
  const others = Object.fromEntries(Object.keys(calls).map((name) => [name, () => otherwise(name)]))
  const unused = (): never => unexpected('a service')
  return new Door({
    services: {
      productionAccess: 'full',
      profiles: { list: unused },
      datasets: { find: unused },
      snapshots: { list: unused },
      recovery: { list: unused },
      ...services,
    },
    // The other handlers throw for any input, so any signature is correct.
    handlers: { ...others, ...some } as CallHandlers,
    onFault,
  })
}

function unexpected(name: string): never {
  throw new Error(`${name} was not expected`)
}

function noFault(name: string, fault: unknown): never {
  throw new Error(`unexpected fault in ${name}`, { cause: fault })
}
