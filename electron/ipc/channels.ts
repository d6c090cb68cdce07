import type { EventName } from '#shared/contract.ts'

/** The only IPC channel of the contract's calls. A call's name is sent with its input. */
export const callChannel = 'call'

/** Returns the IPC channel of an event. */
export function eventChannel(name: EventName): string {
  return `event:${name}`
}
