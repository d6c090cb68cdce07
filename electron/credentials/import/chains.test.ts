import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServices } from '../../testing/test-services.ts'
import { contentOfText } from './import-content.ts'
import { MadeFiles } from './testing/made-files.ts'

// Chains of one to four certificates, created by OpenSSL.

const names = ['leaf', 'lower', 'upper', 'root'] as const

let files: MadeFiles
let key: string
const pems = new Map<string, string>()

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('root', { isAuthority: true, days: 4000 })
  await files.certificate('upper', { issuer: 'root', isAuthority: true, days: 3000 })
  await files.certificate('lower', { issuer: 'upper', isAuthority: true, days: 2000 })
  await files.certificate('leaf', { issuer: 'lower' })
  for (const name of names) pems.set(name, (await files.read(`${name}.pem`)).toString())
  key = (await files.read('leaf.key')).toString()
})
afterAll(() => files.remove())

function orders<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) =>
    orders(items.filter((_each, index) => index !== at)).map((rest) => [item, ...rest]),
  )
}

/** Tries every fifth of the 24 orders of four certificates; all of them in the soak. */
const step = process.env['CLAVIS_SOAK'] === '1' ? 1 : 5

test.each([1, 2, 3, 4])(
  'Import: a chain of %d keeps its leaf and its own order, whatever the order of its file',
  async (length) => {
    const wanted = names.slice(0, length)
    const tried = length < 4 ? orders(wanted) : orders(wanted).filter((_order, index) => index % step === 0)
    for (const order of tried) {
      const services = await startTestServices()
      try {
        const { id } = await services.newProfile({ tokenUrl: 'https://auth.example.com/token' })
        const text = order.map((name) => `some words about ${name}\n${pems.get(name) ?? ''}`).join('\n')
        await services.credentials.imports.import([contentOfText(text + key)], { profileId: id })
        const [credential] = await services.credentials.list(id)
        const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
        const kept = [certificate?.pem ?? '', ...(certificate?.chain ?? [])].map(
          (pem) => new X509Certificate(pem).subject,
        )
        expect(kept, order.join(', ')).toEqual(wanted.map((name) => `CN=${name}`))
      } finally {
        await services.end()
      }
    }
  },
)
