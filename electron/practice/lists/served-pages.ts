import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalidRequest } from '../state/responses.ts'
import { recordMembers, type PracticeList } from './practice-lists.ts'
import type { PracticeRecords } from './practice-records.ts'

/** Maximum number of records per page (service document, section 8). */
export const pageSize = 500

/**
 * Creates pages of the lists (service document, sections 4.3 and 8): the cursor comes in the request header `next`, is
 * opaque, and is valid only for its own list.
 */
export class ServedPages {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  /**
   * Creates a page as JSON text.
   * @param cursor the request header `next`; undefined for the first page
   * @param options `repeats`: from the third page on, returns the received cursor again
   * @throws Refusal
   */
  page(
    list: PracticeList,
    cursor: string | undefined,
    options: { readonly records: PracticeRecords; readonly repeats: boolean },
  ): string {
    const { first, moment } =
      cursor === undefined ? { first: 0, moment: options.records.moment() } : this.#read(list, cursor)
    const { count, text } = options.records.list(list, moment)
    const last = Math.min(first + pageSize, count)
    const texts: string[] = []
    for (let index = first; index < last; index += 1) texts.push(text(index))
    const isLast = last >= count
    const repeated = options.repeats && first >= 2 * pageSize ? cursor : undefined
    const next = isLast ? 'null' : JSON.stringify(repeated ?? this.#cursor(list, last, moment))
    return `{"${recordMembers[list]}":[${texts.join(',')}],"next":${next},"lastPage":"${isLast}"}`
  }

  #cursor(list: PracticeList, position: number, moment: number): string {
    const payload = Buffer.from(`${list}:${position}:${moment}`).toString('base64url')
    return `${payload}.${this.#sign(payload)}`
  }

  #read(list: PracticeList, cursor: string): { readonly first: number; readonly moment: number } {
    const [payload = '', signature = '', ...rest] = cursor.split('.')
    const expected = Buffer.from(this.#sign(payload))
    const given = Buffer.from(signature)
    if (rest.length > 0 || expected.length !== given.length || !timingSafeEqual(expected, given))
      throw invalidRequest('The header “next” is not a cursor of this service.')
    const [name, position, moment] = Buffer.from(payload, 'base64url').toString('utf8').split(':')
    if (name !== list) throw invalidRequest('The header “next” is a cursor of another list.')
    return { first: Number(position), moment: Number(moment) }
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url').slice(0, 22)
  }
}
