import { expect, test } from 'vitest'
import { contentsOfFiles, contentsOfText } from './use-import.tsx'

test('Import contents: pasted text and files are sent byte for byte, each file with its name', async () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, index) => index % 256)
  expect(contentsOfText('ä')).toEqual([{ name: '', base64: 'w6Q=' }])
  expect(await contentsOfFiles([new File([bytes], 'a.p12'), new File([], 'empty')])).toEqual([
    { name: 'a.p12', base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) },
    { name: 'empty', base64: '' },
  ])
})

test('contentsOfFiles: reports a folder, an empty drop and a huge file as such', async () => {
  const folder = { name: 'certs', size: 4096, arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }
  await expect(contentsOfFiles([folder])).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringContaining('certs') as string,
  })
  await expect(contentsOfFiles([])).rejects.toMatchObject({ code: 'input-invalid' })
  await expect(contentsOfFiles([{ ...folder, size: 5_000_001 }])).rejects.toMatchObject({
    message: expect.stringContaining('too large') as string,
  })
})
