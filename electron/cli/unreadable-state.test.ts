import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { runClavis } from './testing/clavis-process.ts'
import { runCommand } from './testing/command-run.ts'

let folder: string
const path = (): string => join(folder, 'clavis.db')
const settings = ['environment=client-testing', 'clientId=acme', 'tokenUrl=https://auth.example.com/token']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-unreadable-'))
  expect(await runCommand(folder, '', ['profile', 'create', 'Acme', ...settings])).toMatchObject({ code: 0 })
  await writeFile(
    join(folder, 'in.json'),
    JSON.stringify({
      clavis: 1,
      profiles: [
        { name: 'In', environment: 'client-testing', clientId: 'acme', tokenUrl: 'https://auth.example.com/token' },
      ],
    }),
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function changeDirectly(statements: string): void {
  const sql = new DatabaseSync(path())
  sql.exec(statements)
  sql.close()
}

/** Commands that read the state, with what they get on standard input. */
const commands: readonly (readonly [args: readonly string[], input?: string])[] = [
  [['profile', 'list']],
  [['profile', 'show', 'Acme']],
  [['profile', 'create', 'New', ...settings]],
  [['profile', 'set', 'Acme', 'clientId=new']],
  [['profile', 'export', '--out', 'out.json']],
  [['profile', 'import', 'in.json']],
  [['profile', 'remove', 'Acme']],
  [['expiry']],
  [['expiry', '--ics', 'out.ics']],
  [['token', 'Acme']],
  [['token', '--all']],
  [['call', 'Acme', '/things']],
  [['certificate', 'list']],
  [['certificate', 'activate', 'Acme', '--newest']],
  [['certificate', 'bundle', 'Acme', '--out', 'out']],
  [['csr', 'Acme', '--subject', 'CN=acme', '--out', 'out.csr']],
  [['list', 'Acme', 'reports', '--out', 'out.ndjson']],
  [['list', 'Acme', 'reports', '--resume-or-start', 'out.ndjson']],
  [['snapshot', 'list']],
  [['snapshot', 'remove', 'monday']],
  [['diff', 'monday', 'tuesday']],
  [['backup', 'create', '--out', 'out.backup'], 'a passphrase of some length\n'],
  [['secret', 'set', 'Acme'], 'hush\n'],
  [['key', 'list']],
  [['key', 'create', 'Acme']],
  [['key', 'create', '--all']],
  [['replace', 'start', 'Acme']],
  [['replace', 'status']],
  [['doctor']],
  [['doctor', 'Acme']],
  [['authority', 'show', 'Acme']],
]

const damages: readonly (readonly [string, string, () => unknown])[] = [
  ['empty', 'store-damaged', () => truncate(path(), 0)],
  ['cut', 'store-damaged', () => truncate(path(), 5000)],
  ['of another kind', 'store-damaged', () => writeFile(path(), '{"version":2,"profiles":[]}')],
  [
    'overwritten in the middle',
    'store-damaged',
    async () => writeFile(path(), (await readFile(path())).fill(0xff, 4096)),
  ],
  ['newer', 'store-too-new', () => changeDirectly('PRAGMA user_version = 99')],
  [
    'one with a row that is none',
    'store-damaged',
    () =>
      changeDirectly(
        "UPDATE profiles SET content = '{}'; INSERT INTO snapshots (id, content, noted_at) VALUES ('a', '{}', 0)",
      ),
  ],
]

describe.each(damages)('a database that is %s', (how, code, damage) => {
  /** Except in the soak, each command meets two of the damages. */
  const some = commands.filter(
    (_, index) => rounds(index % 3, 0) === rounds(damages.findIndex(([each]) => each === how) % 3, 0),
  )

  test('Unreadable database: is an error of each command that reads it, and stays byte for byte', async () => {
    await damage()
    const before = await readFile(path())
    const outcomes: unknown[] = []
    for (const [args, input = ''] of some) {
      const placed = args.map((each) => (/^(?:in|out)\b/u.test(each) ? join(folder, each) : each))
      const { code: exit, out, error } = await runCommand(folder, input, placed)
      const isUntouched = (await readFile(path())).equals(before)
      outcomes.push({
        args,
        exit,
        out,
        error: /^clavis: (?<code>[\w-]+): /u.exec(error)?.groups?.['code'] ?? error,
        isUntouched,
      })
    }
    expect(outcomes).toEqual(some.map(([args]) => ({ args, exit: 65, out: '', error: code, isUntouched: true })))
    const left = (await readdir(folder)).filter((name) => !['clavis.db', 'in.json', 'runs', 'snapshots'].includes(name))
    expect(left).toEqual([])
  })
})

test('clavis: help and version need no state', async () => {
  await truncate(path(), 0)
  for (const args of [['--help'], ['--version'], ['expiry', '--help'], ['help', 'exit-codes'], ['completion', 'bash']])
    expect({ args, ...(await runClavis(folder, args)) }).toMatchObject({ args, code: 0, err: '' })
})
