/** Why a line is invalid, and which part of it. */
export interface FilterLineFault {
  readonly message: string
  readonly start: number
  readonly end: number
  /** The column that was probably meant by an unknown name. */
  readonly meant?: MeantColumn
}

/** A column that was probably meant, and where its name belongs in the line, as written there. */
export interface MeantColumn {
  readonly name: string
  readonly written: string
  readonly start: number
  readonly end: number
}

/** Thrown if a part of a line is invalid. */
export class LineFault extends Error {
  readonly fault: FilterLineFault

  constructor(message: string, start: number, end: number, meant?: MeantColumn) {
    super(message)
    this.fault = { message, start, end, ...(meant && { meant }) }
  }
}

/** What to do if a text was not meant as a filter. */
export const quotesHint = 'To search for this text, put it in quotes.'
