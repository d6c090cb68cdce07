import {
  chmod,
  lchown,
  link as linkFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '../cli/testing/command-run.ts'
import { OutputLoad } from '../lists/output-load.ts'
import { ServedLists } from '../lists/testing/served-lists.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { requireOwnDataFolder } from './own-data-folder.ts'
import { requireSaveTarget } from './save-target.ts'

/** Where everyone may leave files. */
let shared: string
/** The target of another user's link. */
let victim: string
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-untrusted-'))
  shared = join(folder, 'shared')
  victim = join(folder, 'victim.txt')
  await mkdir(shared)
  await chmod(shared, 0o1777)
  await writeFile(victim, 'precious')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Has files look like another user’s: by giving them away where the test may, else by acting for another user. Either way
 * the real files’ metadata are judged.
 */
async function giveAway(...paths: readonly string[]): Promise<void> {
  if (process.geteuid?.() === 0) for (const path of paths) await lchown(path, 54_321, 54_321)
  else vi.spyOn(process, 'geteuid').mockReturnValue(54_321)
}

/** What a load that is refused does not need. */
const refused = (): Promise<never> => Promise.reject(new Error('This load should have been refused.'))
const unused = { lists: { openFile: refused }, datasets: { close: refused } }
const untrusted = { code: 'file-untrusted' }

test('Atomic writes: do not follow another user’s link, at the end of a path or within it', async () => {
  const link = join(shared, 'records.json')
  const linkedFolder = join(shared, 'linked')
  await symlink(victim, link)
  await symlink(folder, linkedFolder)
  await giveAway(link, linkedFolder)
  for (const path of [link, join(linkedFolder, 'victim.txt'), join(linkedFolder, 'new', 'file.json')]) {
    await expect(writeFileAtomically(path, 'overwritten')).rejects.toMatchObject(untrusted)
    await expect(requireSaveTarget(path)).rejects.toMatchObject(untrusted)
    await expect(OutputLoad.hold(path, unused)).rejects.toMatchObject(untrusted)
  }
  expect(await readFile(victim, 'utf8')).toBe('precious')
  expect((await readdir(folder)).toSorted()).toEqual(['shared', 'victim.txt'])
})

test('Atomic writes: the error names another user’s link and what to do', async () => {
  const link = join(shared, 'out.ndjson')
  await symlink(victim, link)
  await giveAway(link)
  await expect(writeFileAtomically(link, '')).rejects.toMatchObject({
    message: `${link} is a link that another user may have created.`,
    hint: expect.stringContaining('a folder of your own') as string,
  })
})

test('Atomic writes: follow the person’s own link, also in a shared folder', async () => {
  const link = join(shared, 'own.json')
  await symlink(victim, link)
  await writeFileAtomically(link, 'new')
  expect(await readFile(victim, 'utf8')).toBe('new')
})

test('OutputLoad: refuses a link in place of the records, and leaves its target alone', async () => {
  const out = join(shared, 'out.ndjson')
  await symlink(victim, `${out}.partial`)
  await expect(OutputLoad.hold(out, unused)).rejects.toMatchObject(untrusted)
  expect(await readFile(victim, 'utf8')).toBe('precious')
  expect(await readdir(shared)).toEqual(['out.ndjson.partial'])
})

test('OutputLoad: a new load replaces a link in place of its file, and leaves its target alone', async () => {
  const served = await ServedLists.start()
  const { profileId } = await served.opened(() => '')
  const out = join(shared, 'out.ndjson')
  await writeFile(`${out}.partial`, 'an earlier load')
  await symlink(victim, `${out}.partial.new`)
  const output = await OutputLoad.hold(out, served.services)
  await output.begin(profileId, 'reports')
  await output.replaceEarlier(false)
  await output.release()
  expect(await readFile(victim, 'utf8')).toBe('precious')
  expect(await stat(`${out}.partial`)).toMatchObject({ size: 0 })
  await served.end()
})

test.skipIf(process.platform === 'win32').each(['.held', '.held-journal', '.partial'])(
  'OutputLoad: refuses a hard link or a folder in place of its %s file',
  async (suffix) => {
    const empty = join(folder, 'empty')
    await writeFile(empty, '')
    await linkFile(empty, join(folder, `linked${suffix}`))
    await mkdir(join(folder, `taken${suffix}`))
    for (const name of ['linked', 'taken'])
      await expect(OutputLoad.hold(join(folder, name), unused)).rejects.toMatchObject(untrusted)
    expect(await readFile(empty, 'utf8')).toBe('')
  },
)

test.each(['.held', '.partial'])('OutputLoad: refuses the %s file that another user has written', async (suffix) => {
  const out = join(shared, 'out.ndjson')
  await writeFile(out + suffix, '')
  await giveAway(out + suffix)
  await expect(OutputLoad.hold(out, unused)).rejects.toMatchObject(untrusted)
})

test('Data folder: is refused with a working remedy, before anything is read, when everyone may write to it', async () => {
  const data = join(folder, 'it’s data')
  await mkdir(data)
  await chmod(data, 0o777)
  const refused = await runCommand(data, '', ['profile', 'list'])
  expect(refused).toMatchObject({ code: 65, out: '' })
  expect(refused.error).toContain('is writable by every user of this computer')
  expect(refused.error).toContain(`chmod o-w '${data}'`)
  expect(await readdir(data)).toEqual([])
  await chmod(data, 0o775)
  expect(await runCommand(data, '', ['profile', 'list'])).toMatchObject({ code: 0 })
})

test('Data folder: is refused when it belongs to another user, also through a link', async () => {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  await symlink(data, join(folder, 'own-link'))
  await giveAway(data)
  await expect(requireOwnDataFolder(data)).rejects.toMatchObject(untrusted)
  await expect(requireOwnDataFolder(join(folder, 'own-link'))).rejects.toMatchObject(untrusted)
})

test('Data folder: is created for its owner alone when it is missing', async () => {
  const data = join(folder, 'new', 'data')
  const settings = ['environment=mock', 'flavor=basic', 'clientId=acme', 'tokenUrl=https://login.example.com/token']
  expect(await runCommand(data, '', ['profile', 'create', 'Acme', ...settings])).toMatchObject({ code: 0 })
  await requireOwnDataFolder(data)
})
