import { Client, type Dispatcher } from 'undici'
import type { OpenedConnection, OpeningTimes } from './connection-opening.ts'
import { Departure } from './departure.ts'

export type OpenConnection = (origin: URL) => Promise<OpenedConnection>

/**
 * An undici client with one connection at a time, which returns a {@link Departure} as the `context` of each response.
 */
export class MeasuredClient extends Client {
  /** Of the current connection, until its first request is sent. */
  #opening: OpeningTimes | undefined
  /** Of the current connection, until its first response. */
  #explain: OpenedConnection['explain']

  constructor(origin: URL, options: Client.Options, open: OpenConnection) {
    super(origin, {
      ...options,
      connect: (_target, callback) => {
        open(origin).then(
          ({ socket, times, explain }) => {
            this.#opening = times
            this.#explain = explain
            callback(null, socket)
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        )
      },
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(options, {
      onRequestStart: (controller) => {
        const departure = new Departure(this.#opening)
        this.#opening = undefined
        handler.onRequestStart?.(controller, departure)
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => {
        this.#explain = undefined
        handler.onResponseStart?.(...given)
      },
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, this.#explain?.(error) ?? error),
    })
  }
}
