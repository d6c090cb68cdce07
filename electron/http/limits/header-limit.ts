/**
 * Maximum size of a response's headers, bytes. Set for each connection, because Node's own limit is an option of the
 * process.
 */
export const maxHeaderSize = 16 * 1024
