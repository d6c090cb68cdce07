import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { collectionBruToJson } from '@usebruno/lang'
import { expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { shellWord } from '#shared/values/shell-word.ts'
import { startListServer } from '../../lists/testing/list-server.ts'
import { brunoCollection } from '../../tokens/collections/bruno-collection.ts'
import { collectionOf } from '../../tokens/collections/collection-requests.ts'
import { clavisProgram, runClavis } from '../testing/clavis-process.ts'

// The script of a Bruno collection is run as Bruno's developer mode runs it: in Node, with variables in memory.

/** Runs the script before each of two requests, and prints the variables. */
const twoRequests = (script: string): string => `
  const variables = new Map()
  const bru = { getVar: (name) => variables.get(name), setVar: (name, value) => void variables.set(name, value) }
  for (let request = 1; request <= 2; request += 1) (() => { ${script} })()
  console.log(JSON.stringify([...variables]))
`

test('Bruno collection: its script gets one token from clavis for several requests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bruno-'))
  const data = join(folder, 'data')
  const server = await startListServer(() => '{"access_token":"a-token","token_type":"Bearer","expires_in":3600}')
  try {
    const tokenUrl = `${new URL(server.baseUrl).origin}/token`
    const settings = {
      ...defaultProfileSettings('basic'),
      name: `Söhne's $(id)`,
      environment: 'mock',
      clientId: 'acme',
    } as const
    const profiles = [{ ...settings, tokenUrl, apiBaseUrl: server.baseUrl }]
    await writeFile(join(folder, 'in.json'), JSON.stringify({ clavis: 1, profiles }))
    expect(await runClavis(data, ['profile', 'import', join(folder, 'in.json')])).toMatchObject({ code: 0 })
    expect(await runClavis(data, ['secret', 'set', settings.name], { input: 'hush\n' })).toMatchObject({ code: 0 })

    const runs = join(folder, 'runs')
    const program = [process.execPath, ...clavisProgram(), '--data-dir', data].map(shellWord).join(' ')
    await writeFile(join(folder, 'clavis'), `#!/bin/sh\necho run >> ${shellWord(runs)}\nexec ${program} "$@"\n`)
    await chmod(join(folder, 'clavis'), 0o700)

    const profile = {
      ...{ ...settings, tokenUrl, apiBaseUrl: server.baseUrl },
      ...{ id: 'sample', practice: false, revision: 1, createdAt: '', updatedAt: '' },
    }
    const common = brunoCollection(collectionOf(profile)).find(({ fileName }) => fileName === 'collection.bru')
    const script = collectionBruToJson(common?.content ?? '').script?.req ?? ''
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', twoRequests(script)], { env })
    const variables = Object.fromEntries(JSON.parse(stdout) as [string, string][])
    expect(variables).toMatchObject({ clavisAccessToken: 'a-token' })
    expect(Date.parse(variables['clavisExpiresAt'] ?? '')).toBeGreaterThan(Date.now())
    expect(await readFile(runs, 'utf8')).toBe('run\n')
  } finally {
    await runClavis(data, ['profile', 'remove', `Söhne's $(id)`, '--destroy-secrets'])
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
})
