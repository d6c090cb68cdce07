/** What values of a column have had that sorting must know, as bits. */
export const columnTrait = {
  /** Text that is not plain ASCII, or has a `\u` escape. */
  unusualText: 1,
  /** A date and time whose order is not that of its characters beside the others. */
  unevenDatetime: 2,
  /** A number that SQLite may not order to the last digit. */
  extremeNumber: 4,
} as const
