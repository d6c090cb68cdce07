/** What values of a column have had that sorting must know, as bits. */
export const columnTrait = {
  /** Text that is not plain ASCII, or has a `\u` escape. */
  unusualText: 1,
  /** A date and time whose order is not that of its characters beside the others. */
  unevenDatetime: 2,
  /** An integer of more than 15 digits that fits into 64 bits. */
  wideInteger: 4,
  /** A number with a point or an exponent. */
  fraction: 8,
  /** A number that neither 64-bit integers nor doubles hold to the last digit. */
  extreme: 16,
} as const
