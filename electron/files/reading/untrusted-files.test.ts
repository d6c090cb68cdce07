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
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../cli/testing/command-run.ts'
import { ResumableExport } from '../../lists/export/resumable-export.ts'
import { writeFileAtomically } from '../writing/atomic-file.ts'
import { requireOwnDataFolder } from '../data-folder/own-data-folder.ts'
import { requireSaveTarget } from '../writing/save-target.ts'

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

const basis = {
  profileId: 'p',
  list: 'reports',
  basis: { reportsBaseUrl: '', clientId: 'c', tokenUrl: '', recordMember: null },
} as const
const untrusted = { code: 'file-untrusted' }

describe('a link that another user has put there', () => {
  test('is not written through, at the end of a path or within it', async () => {
    const link = join(shared, 'records.json')
    const linkedFolder = join(shared, 'linked')
    await symlink(victim, link)
    await symlink(folder, linkedFolder)
    await giveAway(link, linkedFolder)
    for (const path of [link, join(linkedFolder, 'victim.txt'), join(linkedFolder, 'new', 'file.json')]) {
      await expect(writeFileAtomically(path, 'overwritten')).rejects.toMatchObject(untrusted)
      await expect(requireSaveTarget(path)).rejects.toMatchObject(untrusted)
      await expect(ResumableExport.hold(path, basis)).rejects.toMatchObject(untrusted)
    }
    expect(await readFile(victim, 'utf8')).toBe('precious')
    expect((await readdir(folder)).toSorted()).toEqual(['shared', 'victim.txt'])
  })

  test('says which link, and what to do', async () => {
    const link = join(shared, 'out.ndjson')
    await symlink(victim, link)
    await giveAway(link)
    await expect(writeFileAtomically(link, '')).rejects.toMatchObject({
      message: `${link} is a link that another user may have created.`,
      hint: expect.stringContaining('a folder of your own') as string,
    })
  })

  test('one’s own is followed, in a shared folder too', async () => {
    const link = join(shared, 'own.json')
    await symlink(victim, link)
    await writeFileAtomically(link, 'new')
    expect(await readFile(victim, 'utf8')).toBe('new')
  })
})

describe('what lies beside a file that is written', () => {
  test('a link in place of what is written gives way, and what it leads to stays', async () => {
    const out = join(shared, 'out.ndjson')
    await symlink(victim, `${out}.partial`)
    const output = await ResumableExport.hold(out, basis)
    await output.begin()
    await output.release()
    expect(await readFile(victim, 'utf8')).toBe('precious')
    expect((await stat(`${out}.partial`)).size).toBe(0)
  })

  test('a link in place of what is gone on with is refused', async () => {
    const out = join(shared, 'out.ndjson')
    const begun = await ResumableExport.hold(out, basis)
    await begun.begin()
    await begun.release()
    await rm(`${out}.partial`)
    await symlink(victim, `${out}.partial`)
    const output = await ResumableExport.hold(out, basis)
    await expect(output.resume()).rejects.toMatchObject(untrusted)
    await output.release()
    expect(await readFile(victim, 'utf8')).toBe('precious')
  })

  test.skipIf(process.platform === 'win32').each(['.resume', '.resume-journal'])(
    'another name of a file, or a folder, in place of %s is refused',
    async (suffix) => {
      const empty = join(folder, 'empty')
      await writeFile(empty, '')
      await linkFile(empty, join(folder, `linked${suffix}`))
      await mkdir(join(folder, `taken${suffix}`))
      for (const name of ['linked', 'taken'])
        await expect(ResumableExport.hold(join(folder, name), basis)).rejects.toMatchObject(untrusted)
      expect(await readFile(empty, 'utf8')).toBe('')
    },
  )

  test('what another user has written is not gone on with', async () => {
    const out = join(shared, 'out.ndjson')
    await writeFile(`${out}.resume`, '{}')
    await writeFile(`${out}.partial`, '')
    await giveAway(`${out}.resume`)
    await expect(ResumableExport.hold(out, basis)).rejects.toMatchObject(untrusted)
  })
})

describe('a data folder', () => {
  test('that everyone may write to is refused with a remedy that works, before anything is read', async () => {
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

  test('of another user is refused, also by way of a link', async () => {
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o700 })
    await symlink(data, join(folder, 'own-link'))
    await giveAway(data)
    await expect(requireOwnDataFolder(data)).rejects.toMatchObject(untrusted)
    await expect(requireOwnDataFolder(join(folder, 'own-link'))).rejects.toMatchObject(untrusted)
  })

  test('that is not there yet is made for its owner alone', async () => {
    const data = join(folder, 'new', 'data')
    expect(await runCommand(data, '', ['profile', 'list'])).toMatchObject({ code: 0 })
    await requireOwnDataFolder(data)
  })
})
