import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand } from '../testing/command-run.ts'

let services: TestServices

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

test('clavis certificate bundle: exports the certificates of a profile for the portal', async () => {
  const { id } = await services.newProfile({ tokenUrl: 'https://auth.example.com/token', name: 'Acme Ltd.' })
  const out = join(services.folder, 'uploads')
  const bundle = (...more: string[]): ReturnType<typeof runCommand> =>
    runCommand(services.folder, '', ['certificate', 'bundle', 'Acme Ltd.', '--out', out, ...more])
  expect(await bundle()).toMatchObject({ code: 65, error: expect.stringContaining('no-certificate') })
  const certificate = await services.activateCredential(id)
  expect(await bundle()).toMatchObject({
    code: 0,
    out: '1 certificate in 1 upload\nacme-ltd-upload-1-of-1.pem: CN=acme, O=Acme\n',
  })
  expect(await readdir(out)).toEqual(['acme-ltd-upload-1-of-1.pem'])
  expect(await readFile(join(out, 'acme-ltd-upload-1-of-1.pem'), 'utf8')).toBe(certificate)
  await services.activateCredential(id)
  expect(await bundle()).toMatchObject({ code: 65, error: expect.stringContaining('already contains another') })
  expect(await bundle('--force')).toMatchObject({ code: 0 })
  expect((await readFile(join(out, 'acme-ltd-upload-1-of-1.pem'), 'utf8')).match(/BEGIN CERT/gu)).toHaveLength(2)
})
