import { contentWords, keyWords, mixed, type RecordDigest } from './record-digest.ts'

/** Where records stand, by what became of them. */
export interface DigestMatch {
  /** Positions in the later reading. */
  readonly added: Uint32Array<ArrayBuffer>
  /** Positions in the earlier reading. */
  readonly gone: Uint32Array<ArrayBuffer>
  /** Positions in the earlier and in the later reading, one of each for each record whose bytes are others. */
  readonly changedBefore: Uint32Array<ArrayBuffer>
  readonly changedAfter: Uint32Array<ArrayBuffer>
  readonly same: number
}

/** A record whose identifier another one of its reading has, too. */
export interface RepeatedKey {
  readonly side: 'before' | 'after'
  readonly position: number
}

export type MatchOutcome =
  | { readonly kind: 'matched'; readonly match: DigestMatch }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedKey }

/** Finds what two readings have in common. */
export function matchDigests(before: RecordDigest, after: RecordDigest): MatchOutcome {
  const olds = before.positions.length
  const news = after.positions.length
  let size = 1024
  while (size < (olds + news) * 2) size *= 2
  // What stands in a slot: n + 1 for the earlier reading's record n, -(n + 1) for the later one's.
  const slots = new Int32Array(size)
  const mask = size - 1
  const find = (keys: Uint32Array, index: number): number => {
    let slot = mixed(keys, index * keyWords) & mask
    for (;;) {
      const held = slots[slot] ?? 0
      if (held === 0) return slot
      const [others, other] = held > 0 ? [before.keys, held - 1] : [after.keys, -held - 1]
      if (isSame(keys, index, others, other, keyWords)) return slot
      slot = (slot + 1) & mask
    }
  }
  for (let index = 0; index < olds; index += 1) {
    const slot = find(before.keys, index)
    if (slots[slot] !== 0) return repeated('before', before, index)
    slots[slot] = index + 1
  }
  const isMatched = new Uint8Array(olds)
  const added: number[] = []
  const changedBefore: number[] = []
  const changedAfter: number[] = []
  let same = 0
  for (let index = 0; index < news; index += 1) {
    const slot = find(after.keys, index)
    const held = slots[slot] ?? 0
    if (held < 0 || (held > 0 && isMatched[held - 1] === 1)) return repeated('after', after, index)
    const position = after.positions[index] ?? 0
    if (held === 0) {
      slots[slot] = -(index + 1)
      added.push(position)
      continue
    }
    isMatched[held - 1] = 1
    if (isSame(after.contents, index, before.contents, held - 1, contentWords)) same += 1
    else {
      changedBefore.push(before.positions[held - 1] ?? 0)
      changedAfter.push(position)
    }
  }
  const gone = before.positions.filter((_, index) => isMatched[index] === 0)
  return {
    kind: 'matched',
    match: {
      added: Uint32Array.from(added),
      gone,
      changedBefore: Uint32Array.from(changedBefore),
      changedAfter: Uint32Array.from(changedAfter),
      same,
    },
  }
}

function repeated(side: RepeatedKey['side'], { positions }: RecordDigest, index: number): MatchOutcome {
  return { kind: 'repeated', repeated: { side, position: positions[index] ?? 0 } }
}

function isSame(one: Uint32Array, oneIndex: number, other: Uint32Array, otherIndex: number, words: number): boolean {
  for (let word = 0; word < words; word += 1)
    if (one[oneIndex * words + word] !== other[otherIndex * words + word]) return false
  return true
}
