/** A request under way. */
export interface WatchedRequest {
  /** Called before a pause with the time when it ends (ms since the epoch) and the reason. */
  readonly pause: (resumesAt: number, reason: string) => void
  /** Called once, however the request ended. */
  readonly end: () => void
}

/** Follows the requests of a process, so that a person sees what is waited for. */
export interface RequestWatcher {
  /**
   * Called when a request is sent.
   * @param what for example `Token request`
   */
  readonly begin: (what: string, host: string) => WatchedRequest
}
