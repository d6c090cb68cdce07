// Makes the machine code of the search (WebAssembly) from its text. What it writes is kept with the sources, so that they
// run as they are; a test tells when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const folder = join(import.meta.dirname, '..', 'electron', 'reports')
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
