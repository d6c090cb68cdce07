import { expect, test } from 'vitest'
import { uploadCounts, uploadMessage } from './portal-upload.ts'

test.each([
  [[1], '1 certificate in 1 upload'],
  [[5], '5 certificates in 1 upload'],
  [[5, 1], '6 certificates in 2 uploads: 1–5, 6'],
  [[5, 2], '7 certificates in 2 uploads: 1–5, 6–7'],
  [[5, 5, 1], '11 certificates in 3 uploads: 1–5, 6–10, 11'],
  [[1, 4], '5 certificates in 2 uploads: 1, 2–5'],
])('uploadMessage: counts certificates and uploads of %j', (counts, message) => {
  expect(uploadMessage(counts)).toBe(message)
})

test.each([
  [0, []],
  [5, [5]],
  [6, [5, 1]],
  [10, [5, 5]],
])('uploadCounts: splits %d certificates into uploads of five', (certificates, counts) => {
  expect(uploadCounts(certificates)).toEqual(counts)
})
