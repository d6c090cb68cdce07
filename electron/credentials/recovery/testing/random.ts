/** Returns reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5)
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_00_00_00_00
  }
}
