/** A program for tests: starts a change of a data folder, says `holding`, and stores it at the next line of standard input. */
import { once } from 'node:events'
import { Database } from '../database.ts'
import { writeDocument } from '../stored-document.ts'

const [folder = '', name = ''] = process.argv.slice(2)
const database = new Database({ folder })
await database.change(async ({ sql }) => {
  writeDocument(sql, name, 'held')
  process.stdout.write('holding\n')
  await once(process.stdin, 'data')
})
await database.end()
process.stdin.destroy()
