import { HashIndex } from '../memory/hash-index.ts'
import { contentWords, keyWords, mixed, type RecordDigest } from './record-digest.ts'

/** Positions of records, by kind of difference. */
export interface DigestMatch {
  /** Positions in the later dataset. */
  readonly added: Uint32Array<ArrayBuffer>
  /** Positions in the earlier dataset. */
  readonly gone: Uint32Array<ArrayBuffer>
  /** Positions in the earlier and the later dataset, one of each for each record whose bytes differ. */
  readonly changedBefore: Uint32Array<ArrayBuffer>
  readonly changedAfter: Uint32Array<ArrayBuffer>
  readonly same: number
}

/** A record with the same identifier as another one of its dataset. */
export interface RepeatedKey {
  readonly side: 'before' | 'after'
  readonly position: number
}

export type MatchOutcome =
  | { readonly kind: 'matched'; readonly match: DigestMatch }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedKey }

/** Finds the records that two datasets have in common. */
export function matchDigests(before: RecordDigest, after: RecordDigest): MatchOutcome {
  const olds = before.positions.length
  const news = after.positions.length
  // Entries from 1 are the earlier dataset's records; those only in the later one follow.
  const index = new HashIndex(olds + news)
  const find = (keys: Uint32Array, at: number): number => {
    for (let held = index.first(mixed(keys, at * keyWords)); held !== 0; held = index.next()) {
      const [others, other] = held > olds ? [after.keys, held - olds - 1] : [before.keys, held - 1]
      if (isSame(keys, at, others, other, keyWords)) return held
    }
    return 0
  }
  for (let at = 0; at < olds; at += 1) {
    if (find(before.keys, at) !== 0) return repeated('before', before, at)
    index.add(at + 1)
  }
  const isMatched = new Uint8Array(olds)
  const added: number[] = []
  const changedBefore: number[] = []
  const changedAfter: number[] = []
  let same = 0
  for (let at = 0; at < news; at += 1) {
    const held = find(after.keys, at)
    if (held > olds || isMatched[held - 1] === 1) return repeated('after', after, at)
    const position = after.positions[at] ?? 0
    if (held === 0) {
      index.add(olds + at + 1)
      added.push(position)
      continue
    }
    isMatched[held - 1] = 1
    if (isSame(after.contents, at, before.contents, held - 1, contentWords)) same += 1
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
