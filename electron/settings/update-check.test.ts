import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ResponseBody } from '../http/response-body.ts'
import { UpdateCheckService } from './update-check.ts'

const feed = 'https://updates.example/clavis.json'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let dataFolder: string
let asked: string[]
/** What the feed's host answers, by address. */
let answers: Record<string, string>
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'clavis-updates-'))
  asked = []
  answers = {}
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const turnOn = (content: object): Promise<void> => writeFile(join(dataFolder, 'updates.json'), JSON.stringify(content))

/** Publishes a feed. @param signed what the signature is for, if not the feed */
function publish(content: string, signed = content): void {
  answers[feed] = content
  answers[`${feed}.sig`] = `${sign(null, Buffer.from(signed), privateKey).toString('base64')}\n`
}

function service(): UpdateCheckService {
  return new UpdateCheckService({
    dataFolder,
    http: {
      send: ({ url }) => {
        asked.push(url)
        const body = answers[url]
        return Promise.resolve({
          url,
          status: body === undefined ? 404 : 200,
          headers: new Map(),
          body: new ResponseBody([new TextEncoder().encode(body ?? '')]),
          requestedAt: 0,
          durationMs: 1,
        })
      },
    },
  })
}

test('Update check: sends nothing when the data folder has no feed', async () => {
  expect(await service().check('1.0.0')).toEqual({ state: 'off' })
  expect(asked).toEqual([])
})

test.each([
  ['1.2.10', '1.2.9', 'available'],
  ['2.0.0', '10.0.0', 'current'],
  ['1.2.0', '1.2.0', 'current'],
  ['1.2.0', '1.2.0-rc.1', 'current'],
  ['1.10.0', '1.9.9', 'available'],
])('Update check: with %s in the feed and %s running, the state is %s', async (version, running, state) => {
  await turnOn({ feed, publicKey: key })
  const url = 'https://releases.example/notes'
  publish(JSON.stringify({ version, url, more: 'is ignored' }))
  expect(await service().check(running)).toEqual(state === 'available' ? { state, version, url } : { state })
})

test('Update check: ignores a feed that was changed or signed with another key', async () => {
  const content = JSON.stringify({ version: '9.0.0', url: 'https://evil.example/' })
  await turnOn({
    feed,
    publicKey: generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  })
  publish(content)
  expect(await service().check('1.0.0')).toEqual({ state: 'untrusted' })
  await turnOn({ feed, publicKey: key })
  publish(content, '{"version":"9.0.0"}')
  expect(await service().check('1.0.0')).toEqual({ state: 'untrusted' })
  answers[`${feed}.sig`] = 'not a signature'
  expect(await service().check('1.0.0')).toEqual({ state: 'untrusted' })
})

test('Update check: refuses a signed feed that leads to plain http', async () => {
  await turnOn({ feed, publicKey: key })
  publish(JSON.stringify({ version: '9.0.0', url: 'http://releases.example/' }))
  await expect(service().check('1.0.0')).rejects.toMatchObject({ code: 'response-not-json' })
})

test.each([
  { feed: 'http://updates.example/', publicKey: key },
  { feed, publicKey: '' },
  {
    feed,
    publicKey: generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  },
  { feed },
])('Update check: an invalid file fails with its remedy, and nothing is sent: %#', async (content) => {
  await turnOn(content)
  await expect(service().check('1.0.0')).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringContaining('updates.json'),
  })
  expect(asked).toEqual([])
})

test('Update check: fails when the feed is not there', async () => {
  await turnOn({ feed, publicKey: key })
  await expect(service().check('1.0.0')).rejects.toMatchObject({ code: 'service-refused', details: { status: 404 } })
})
