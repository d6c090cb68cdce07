import type { CallName, EventName } from '../../shared/contract.ts'

/** The IPC channel of a call. */
export function callChannel(name: CallName): string {
  return `call:${name}`
}

/** The IPC channel of an event. */
export function eventChannel(name: EventName): string {
  return `event:${name}`
}
