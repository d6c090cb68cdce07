/** Why a line cannot be read, and which part of it is meant. */
export interface FilterLineFault {
  readonly message: string
  readonly start: number
  readonly end: number
  /** The column that was probably meant by a name that none has. */
  readonly meant?: MeantColumn
}

/** A column that was probably meant, and where in the line its name is to stand, as it is written there. */
export interface MeantColumn {
  readonly name: string
  readonly written: string
  readonly start: number
  readonly end: number
}

/** Thrown where a part of a line cannot be read. */
export class LineFault extends Error {
  readonly fault: FilterLineFault

  constructor(message: string, start: number, end: number, meant?: MeantColumn) {
    super(message)
    this.fault = { message, start, end, ...(meant && { meant }) }
  }
}

/** What to do where a text was taken for more than a text. */
export const quotesHint = 'To search for this text, put it in quotes.'
