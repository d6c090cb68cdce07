import { expect, test } from 'vitest'
import { dataFolderFault, isTrustedLink, isWritableByAll } from './file-owner.ts'

const [system, ada, mallory] = [0, 1000, 1001]

test.each([
  ['one’s own in one’s own folder', ada, 0o40700, ada, true],
  ['one’s own in /tmp', ada, 0o41777, ada, true],
  ['the system’s, such as /var/run', system, 0o40755, ada, true],
  ['the system’s in /tmp', system, 0o41777, ada, false],
  ['another user’s in /tmp', mallory, 0o41777, ada, false],
  ['another user’s in a shared folder', mallory, 0o40777, ada, false],
  ['another user’s in their own folder', mallory, 0o40755, ada, false],
  ['another user’s, for the system’s user', mallory, 0o41777, system, false],
  ['the system’s in /tmp, for the system’s user', system, 0o41777, system, true],
] as const)('isTrustedLink: judges owner of link and folder: %s', (_what, owner, folderMode, user, isFollowed) => {
  expect(isTrustedLink({ uid: owner }, { mode: folderMode }, user)).toBe(isFollowed)
})

test.each([
  ['one’s own', ada, 0o40700, ada, undefined],
  ['one’s own, which a group may write to', ada, 0o40770, ada, undefined],
  ['the system’s', system, 0o40755, ada, undefined],
  ['another user’s', mallory, 0o40700, ada, 'of-another-user'],
  ['another user’s, for the system’s user', mallory, 0o40700, system, 'of-another-user'],
  ['one’s own, which everyone may write to', ada, 0o40777, ada, 'writable-by-all'],
  ['/tmp itself', system, 0o41777, ada, 'writable-by-all'],
] as const)('dataFolderFault: judges owner and mode of a folder: %s', (_what, owner, mode, user, fault) => {
  expect(dataFolderFault({ uid: owner, mode }, user)).toBe(fault)
})

test('isWritableByAll: checks the write bit for everyone only', () => {
  expect([0o666, 0o664, 0o602].map((mode) => isWritableByAll({ mode }))).toEqual([true, false, true])
})
