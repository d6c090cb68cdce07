import { HashIndex } from '../storage/hash-index.ts'
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
  /** Changed records of which only the newer version matches the filter, and those of which only the older one does. */
  readonly entered: number
  readonly left: number
}

/** Records of a dataset whose identifier an earlier one has. */
export interface RepeatedRecords {
  /** How many of them equal the earlier one, byte for byte. */
  readonly equal: number
  readonly different: number
  /** Positions of such a record and of the earlier one; of different ones if there are any. */
  readonly example: { readonly first: number; readonly position: number } | undefined
}

/** `repeated`: several records of one dataset have the same identifier, and differ. */
export type MatchOutcome =
  | {
      readonly kind: 'matched'
      readonly match: DigestMatch
      /** Records left out because they equal an earlier one. */
      readonly repeatedBefore: number
      readonly repeatedAfter: number
    }
  | { readonly kind: 'repeated'; readonly side: 'before' | 'after'; readonly repeated: RepeatedRecords }

/**
 * Finds the records that two datasets have in common. Equal records with one identifier count once. With a filter, a
 * record counts if its old or its new version matches.
 */
export function matchDigests(before: RecordDigest, after: RecordDigest): MatchOutcome {
  const olds = new UniqueRecords(before)
  const news = new UniqueRecords(after)
  if (olds.repeated.different > 0) return { kind: 'repeated', side: 'before', repeated: olds.repeated }
  if (news.repeated.different > 0) return { kind: 'repeated', side: 'after', repeated: news.repeated }
  const isMatched = new Uint8Array(before.positions.length)
  const added: number[] = []
  const changedBefore: number[] = []
  const changedAfter: number[] = []
  let [same, entered, left] = [0, 0, 0]
  for (const [at, position] of after.positions.entries()) {
    if (news.isRepeat(at)) continue
    const held = olds.find(after, at)
    if (held === undefined) {
      if (isMatch(after, at)) added.push(position)
      continue
    }
    isMatched[held] = 1
    if (!isMatch(before, held) && !isMatch(after, at)) continue
    if (isSame(after.contents, at, before.contents, held, contentWords)) same += 1
    else {
      changedBefore.push(before.positions[held] ?? 0)
      changedAfter.push(position)
      if (!isMatch(before, held)) entered += 1
      if (!isMatch(after, at)) left += 1
    }
  }
  return {
    kind: 'matched',
    match: {
      added: Uint32Array.from(added),
      gone: before.positions.filter((_, at) => isMatched[at] === 0 && !olds.isRepeat(at) && isMatch(before, at)),
      changedBefore: Uint32Array.from(changedBefore),
      changedAfter: Uint32Array.from(changedAfter),
      same,
      entered,
      left,
    },
    repeatedBefore: olds.repeated.equal,
    repeatedAfter: news.repeated.equal,
  }
}

/** The records of a dataset by their identifiers, the first of each. */
class UniqueRecords {
  readonly repeated: RepeatedRecords
  readonly #digest: RecordDigest
  readonly #index: HashIndex
  readonly #isRepeat: Uint8Array

  constructor(digest: RecordDigest) {
    const { contents, positions } = digest
    this.#digest = digest
    this.#index = new HashIndex(positions.length)
    this.#isRepeat = new Uint8Array(positions.length)
    let [equal, different] = [0, 0]
    let example: RepeatedRecords['example']
    for (const [at, position] of positions.entries()) {
      const first = this.find(digest, at)
      if (first === undefined) {
        this.#index.add(at + 1)
        continue
      }
      this.#isRepeat[at] = 1
      const isEqual = isSame(contents, at, contents, first, contentWords)
      if (example === undefined || (!isEqual && different === 0)) example = { first: positions[first] ?? 0, position }
      if (!isEqual) different += 1
      else if (isMatch(digest, at)) equal += 1
    }
    this.repeated = { equal, different, example }
  }

  isRepeat(at: number): boolean {
    return this.#isRepeat[at] === 1
  }

  /** Returns the index of the first record with the same identifier as one of a digest. */
  find({ keys }: RecordDigest, at: number): number | undefined {
    for (let held = this.#index.first(mixed(keys, at * keyWords)); held !== 0; held = this.#index.next())
      if (isSame(keys, at, this.#digest.keys, held - 1, keyWords)) return held - 1
    return undefined
  }
}

/** Returns whether the filter, if there is one, matches a record. */
function isMatch({ matches }: RecordDigest, at: number): boolean {
  return matches.length === 0 || matches[at] === 1
}

function isSame(one: Uint32Array, oneIndex: number, other: Uint32Array, otherIndex: number, words: number): boolean {
  for (let word = 0; word < words; word += 1)
    if (one[oneIndex * words + word] !== other[otherIndex * words + word]) return false
  return true
}
