/** Stands in the place of a secret or signature. */
export const elided = '…'
