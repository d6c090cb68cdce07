import type { EventName } from '../../shared/contract.ts'

/** The one IPC channel of the contract's calls. A call's name travels beside its input, and main knows the names. */
export const callChannel = 'call'

/** The IPC channel of an event. */
export function eventChannel(name: EventName): string {
  return `event:${name}`
}
