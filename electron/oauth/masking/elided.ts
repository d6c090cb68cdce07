/** Replaces a secret or signature. */
export const elided = '…'
