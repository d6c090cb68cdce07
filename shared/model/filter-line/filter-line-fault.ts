/** Why a line is invalid, and which part of it. */
export interface FilterLineFault {
  readonly message: string
  readonly start: number
  readonly end: number
  /** What was probably meant. */
  readonly corrections?: readonly Correction[]
}

/** Text that was probably meant, and where it belongs in the line, as written there. */
export interface Correction {
  readonly label: string
  readonly written: string
  readonly start: number
  readonly end: number
}

/** Thrown if a part of a line is invalid. */
export class LineFault extends Error {
  readonly fault: FilterLineFault

  constructor(message: string, start: number, end: number, corrections: readonly Correction[] = []) {
    super(message)
    this.fault = { message, start, end, ...(corrections.length > 0 && { corrections }) }
  }
}

/** What to do if a text was not meant as a filter. */
export const quotesHint = 'To search for this text, put it in quotes.'
