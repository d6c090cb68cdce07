import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { differingValues } from '../bench-records.ts'
import { answerAsPeer, timed, type PeerAnswer } from '../peer-process.ts'

// Peers of the record engine: each has all of its values in memory before it is timed. Sorts return the last value, so
// that only a full sort will do.

answerAsPeer(([peer, ...question]) => {
  const [first = '', second = ''] = question
  if (peer === 'collator') return sortByCollator(Number(first))
  if (peer === 'sqlite') return sortBySqlite(first === 'amount' ? 'amount' : 'createdAt', Number(second))
  return searchBytes(first, second)
})

function sortByCollator(records: number): Promise<PeerAnswer> {
  const texts = Array.from({ length: records }, (_, index) => differingValues.note(index))
  const { compare } = new Intl.Collator('en', { numeric: true })
  return timed(() => texts.sort(compare).at(-1))
}

function sortBySqlite(field: 'amount' | 'createdAt', records: number): Promise<PeerAnswer> {
  const database = new DatabaseSync(':memory:')
  // Otherwise it would sort with temporary files.
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -500000')
  database.exec('CREATE TABLE records (value); BEGIN')
  const insert = database.prepare('INSERT INTO records VALUES (?)')
  for (let index = 0; index < records; index += 1) insert.run(differingValues[field](index))
  database.exec('COMMIT')
  const last = database.prepare('SELECT value FROM records ORDER BY value LIMIT 1 OFFSET ?')
  return timed(() => last.get(records - 1)?.['value']).finally(() => database.close())
}

async function searchBytes(path: string, text: string): Promise<PeerAnswer> {
  const bytes = await readFile(path)
  return timed(() => bytes.indexOf(text) >= 0)
}
