// Assembles the WebAssembly of the text search. Its output is kept with the sources, so that they run without a build; a test
// fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const folder = join(import.meta.dirname, '..', 'electron', 'records', 'query', 'search')
const text = join(folder, 'text-search.wat')

const { parseWat } = await wabt()
const { buffer } = parseWat(text, readFileSync(text, 'utf8')).toBinary({})
const lines = Buffer.from(buffer)
  .toString('base64')
  .match(/.{1,100}/gu)
writeFileSync(
  join(folder, 'text-search-code.ts'),
  `/** \`text-search.wat\` as WebAssembly, in Base64. Written by \`npm run assemble\`. */
export const textSearchCode = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('')
`,
)
