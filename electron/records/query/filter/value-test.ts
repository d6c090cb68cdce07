/** Whether the exact JSON bytes from `start` to `end` meet a condition. */
export type ValueTest = (bytes: Uint8Array, start: number, end: number) => boolean
