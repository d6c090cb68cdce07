import type { EventName } from '#shared/contract.ts'

/** The only IPC channel of the contract's calls. A call's name is sent with its input. */
export const callChannel = 'call'

export function eventChannel(name: EventName): string {
  return `event:${name}`
}
