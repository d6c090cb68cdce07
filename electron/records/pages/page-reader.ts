import { isUtf8 } from 'node:buffer'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import { afterByteOrderMark, byte } from '../json/json-bytes.ts'
import { encodingFault, pageFault } from '../json/json-page-fault.ts'
import { JsonReader, type ValueSpan } from '../json/json-reader.ts'
import type { PageColumnIndex } from '../storage/page-column-index.ts'
import { EnvelopeCollector, type Envelope } from './envelope.ts'
import { isErrorField, otherFields, requireNothingElse } from './other-fields.ts'
import { arraysOf, chooseRecordMember, lacksRecords, type PageMembers } from './record-array.ts'
import { RecordWalker } from './record-walker.ts'

/** Positions of a page's records in its body. */
export interface RecordSpans {
  /** For each record the offset of its first byte in the body. */
  readonly starts: readonly number[]
  /** For each record the number of its bytes. */
  readonly lengths: readonly number[]
}

/** A parsed page: the position of each record's exact bytes, and the envelope. */
export interface PageParts extends RecordSpans {
  /** Undefined if the list's only page is empty and has no such field. */
  readonly recordMember: string | undefined
  /** Whether it is a last page without the array of records, which counts as empty. */
  readonly lacksRecords: boolean
  readonly envelope: Envelope
}

/** Parses the pages of a load. Remembers from the first page which field holds the records. */
export class PageReader {
  readonly #list: ListName
  readonly #chosen: string | undefined
  readonly #tree: SchemaTree
  readonly #log: PageColumnIndex
  readonly #walker: RecordWalker
  /** The field that holds the records, known from the first page. */
  recordMember: string | undefined
  /** Paths of fields with objects beside records, or on the first page: they are never records. */
  besides: readonly string[] = []

  /**
   * @param chosen the field that the person chose for this list, if any
   * @param log receives the position of each value of the page
   */
  constructor(list: ListName, chosen: string | undefined, tree: SchemaTree, log: PageColumnIndex) {
    this.#list = list
    this.#chosen = chosen
    this.#tree = tree
    this.#log = log
    this.#walker = new RecordWalker(tree, log)
  }

  /** Parses a page and counts its values in the tree; the caller commits them. If it throws, the tree is unchanged. */
  read(body: Uint8Array): PageParts {
    this.#log.clear()
    const isFirst = this.recordMember === undefined
    try {
      if (!isUtf8(body)) throw encodingFault(body)
      const found = this.#readTopLevel(body)
      return this.recordMember === undefined
        ? this.#readFirst(body, found)
        : this.#partsOf(body, found, this.recordMember)
    } catch (fault) {
      if (isFirst) this.recordMember = undefined
      this.#tree.discard()
      throw pageFault(fault, body)
    }
  }

  /** On the first page the right array is known only once all are known, so its records are read after that. */
  #readFirst(body: Uint8Array, found: TopLevel): PageParts {
    const { members } = found
    const arrays = arraysOf(members)
    const isEmptyList = isLast(found) && lacksRecords(members, this.#list, this.#chosen)
    if (isEmptyList || arrays.every((name) => name !== this.#chosen && isErrorField(name))) {
      const others = otherFields(body, members, this.#chosen)
      requireNothingElse(body, isEmptyList ? others : others.filter(isErrorField), undefined)
    }
    if (isEmptyList) return emptyPage(found, undefined)
    const member = chooseRecordMember(arrays, this.#list, this.#chosen)
    this.recordMember = member
    const page = this.#readTopLevel(body)
    const others = otherFields(body, page.members, member)
    if (page.records?.starts.length === 0) requireNothingElse(body, others.filter(isErrorField), undefined)
    this.besides = others.filter((path) => !isErrorField(path))
    return this.#partsOf(body, page, member)
  }

  #partsOf(body: Uint8Array, page: TopLevel, recordMember: string): PageParts {
    const { members, records, envelope } = page
    if (records !== undefined && records.starts.length > 0) {
      // What is beside records holds none, but an error may come later in their place.
      const isSkipped = (name: string): boolean => isErrorField(name) || this.#isKnown(name)
      const more = otherFields(body, members, recordMember, this.besides, isSkipped)
      if (more.length > 0) this.besides = [...this.besides, ...more]
      return { recordMember, envelope, ...records, lacksRecords: false }
    }
    requireNothingElse(body, otherFields(body, members, recordMember, this.besides), recordMember)
    if (records !== undefined) return { recordMember, envelope, ...records, lacksRecords: false }
    if (isLast(page) && (members.get(recordMember)?.first ?? byte.lowerN) === byte.lowerN)
      return emptyPage(page, recordMember)
    throw new ClavisError(
      'list-records-missing',
      `This page has no array “${recordMember}”, which held the records on earlier pages.`,
      {
        hint: 'Retry from this page, or reload the list from its first page.',
        details: { candidates: arraysOf(members) },
      },
    )
  }

  /** Returns whether a top-level field, or a field in it, has stood beside records. */
  #isKnown(name: string): boolean {
    return this.besides.some((path) => path === name || path.startsWith(`${name}.`))
  }

  #readTopLevel(body: Uint8Array): TopLevel {
    const reader = new JsonReader(body, afterByteOrderMark(body))
    const collector = new EnvelopeCollector()
    const members = new Map<string, ValueSpan & { readonly first: number }>()
    let records: RecordSpans | undefined
    if (reader.peek() !== byte.openBrace) throw withoutMembers(reader)
    reader.readMembers((name) => {
      const first = reader.peek()
      const start = reader.position
      if (first === byte.openBracket && name === this.recordMember) {
        if (records !== undefined) throw twice(name)
        records = this.#readRecords(reader)
      } else {
        reader.skipValue()
        members.set(name, { first, start, end: reader.position })
      }
      collector.take(name, body, start, reader.position)
    })
    reader.takeEnd()
    return { members, records, envelope: collector.envelope }
  }

  #readRecords(reader: JsonReader): RecordSpans {
    const starts: number[] = []
    const lengths: number[] = []
    reader.readElements(() => {
      const start = reader.position
      this.#log.record = starts.length
      this.#walker.walk(reader)
      starts.push(start)
      lengths.push(reader.position - start)
    })
    return { starts, lengths }
  }
}

interface TopLevel {
  readonly members: PageMembers
  readonly records: RecordSpans | undefined
  readonly envelope: Envelope
}

function isLast({ envelope }: TopLevel): boolean {
  return envelope.lastPage === 'true'
}

function emptyPage({ envelope }: TopLevel, recordMember: string | undefined): PageParts {
  return { recordMember, envelope, starts: [], lengths: [], lacksRecords: true }
}

function withoutMembers(reader: JsonReader): unknown {
  const { position } = reader
  // Anything that is not JSON is reported as such.
  reader.skipValue()
  reader.takeEnd()
  const what = reader.bytes[position] === byte.openBracket ? 'a bare array' : 'a single value'
  return new ClavisError('list-envelope-invalid', `The page is ${what}, without the fields “next” and “lastPage”.`, {
    hint: 'Check the profile’s reporting address.',
  })
}

function twice(name: string): ClavisError {
  return new ClavisError('list-envelope-invalid', `The page has the field “${name}” twice.`, {
    hint: 'Retry from this page. If it happens again, contact the service operator.',
  })
}
