/** What a long piece of work is given: when to end, and whom to tell how far it is. */
export interface JobControl {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}
