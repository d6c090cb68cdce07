/** Bytes of a SHA-1 digest. */
const digestLength = 20

/**
 * The SHA-1 of a SHA-1 digest, again and again (FIPS 180-4 §6.1). Some programs ask for hundreds of thousands of rounds,
 * and a call of the native hash for each of them takes ten times as long as the hash itself.
 * @param digest 20 bytes; it is overwritten with the last digest
 */
export function hashAgain(digest: Buffer, rounds: number): void {
  const words = new Int32Array(80)
  const state = new Int32Array(5)
  for (let index = 0; index < 5; index += 1) state[index] = digest.readInt32BE(index * 4)
  for (let round = 0; round < rounds; round += 1) {
    words.set(state)
    // One block: the digest, a one, zeros, and the length in bits.
    words[5] = 0x80_00_00_00 | 0
    words.fill(0, 6, 15)
    words[15] = digestLength * 8
    compress(words, state)
  }
  for (let index = 0; index < 5; index += 1) digest.writeInt32BE(state[index] ?? 0, index * 4)
  words.fill(0)
  state.fill(0)
}

/** Expands a block and compresses it from SHA-1's initial state into `state`. */
function compress(words: Int32Array, state: Int32Array): void {
  for (let index = 16; index < 80; index += 1) {
    const mixed = at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16)
    words[index] = (mixed << 1) | (mixed >>> 31)
  }
  const [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0]
  let [a, b, c, d, e] = [h0, h1, h2, h3, h4]
  for (let index = 0; index < 80; index += 1) {
    let mixed: number
    if (index < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999
    else if (index < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1
    else if (index < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
    else mixed = (b ^ c ^ d) + 0xca62c1d6
    const next = (((a << 5) | (a >>> 27)) + mixed + e + at(words, index)) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  state[0] = a + h0
  state[1] = b + h1
  state[2] = c + h2
  state[3] = d + h3
  state[4] = e + h4
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0
}
