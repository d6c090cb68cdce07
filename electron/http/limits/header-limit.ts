/** The most that the head of an answer may have, bytes. Given for each connection: Node's own limit is an option of the process. */
export const maxHeaderSize = 16 * 1024
