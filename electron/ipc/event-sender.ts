import { type EventName, type EventPayload, events } from '#shared/contract.ts'
import { eventChannel } from './channels.ts'

/** The part of a window that events are sent to. */
export interface EventTarget {
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, payload: unknown) => void
}

/** Sends an event of the contract to every window; validates its payload first. */
export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void

/** @param targets the web contents of the open windows */
export function createEventSender(targets: () => readonly EventTarget[]): SendEvent {
  return (name, payload) => {
    const checked: unknown = events[name].parse(payload)
    for (const target of targets()) if (!target.isDestroyed()) target.send(eventChannel(name), checked)
  }
}
