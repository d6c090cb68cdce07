import { expect, test } from 'vitest'
import { uploadCounts, uploadWords } from './upload.ts'

test.each([
  [[1], '1 certificate: one upload.'],
  [[5], '5 certificates: one upload takes them all.'],
  [[5, 1], '6 certificates: the first five are in upload 1, the sixth in upload 2.'],
  [[5, 2], '7 certificates: the first five are in upload 1, the last two in upload 2.'],
  [[5, 5, 1], '11 certificates: the first five are in upload 1, the next five in upload 2, the eleventh in upload 3.'],
  [[1, 4], '5 certificates: the first is in upload 1, the last four in upload 2.'],
])('%j', (counts, words) => {
  expect(uploadWords(counts)).toBe(words)
})

test.each([
  [0, []],
  [5, [5]],
  [6, [5, 1]],
  [10, [5, 5]],
])('%d certificates', (certificates, counts) => {
  expect(uploadCounts(certificates)).toEqual(counts)
})
