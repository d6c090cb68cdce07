import { expect, test } from 'vitest'
import { ChosenFiles } from './chosen-files.ts'

test('the page gets names and an id, with which main finds the paths', () => {
  const files = new ChosenFiles({ now: () => 0 })
  const choice = files.keep(1, ['/home/me/a.pem', '/home/me/b.pem'])
  expect(choice.fileNames).toEqual(['a.pem', 'b.pem'])
  expect(JSON.stringify(choice)).not.toContain('/home')
  expect(files.paths(1, choice.chosenFilesId)).toEqual(['/home/me/a.pem', '/home/me/b.pem'])
})

test('another window, an unknown id and a choice from five minutes ago are refused', () => {
  let now = 0
  const files = new ChosenFiles({ now: () => now })
  const { chosenFilesId } = files.keep(1, ['/a.pem'])
  expect(() => files.paths(2, chosenFilesId)).toThrow(/has expired/u)
  expect(() => files.paths(1, 'f2f9d9a0-0000-4000-8000-000000000000')).toThrow(/has expired/u)
  now = 299_999
  expect(files.paths(1, chosenFilesId)).toHaveLength(1)
  now = 300_000
  expect(() => files.paths(1, chosenFilesId)).toThrow(/has expired/u)
})
