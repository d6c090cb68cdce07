import type { HostWebContents } from './web-contents.ts'

/**
 * Has the person choose files in Chromium's own dialog.
 * @param accept which files, as HTML's `accept` says it; an empty text for all
 * @returns their absolute paths; none where the person closed the dialog
 */
export async function chooseFiles(contents: HostWebContents, accept: string, several: boolean): Promise<string[]> {
  const objectId = await contents.showAside(openChooser, [accept, several])
  if (objectId === undefined) return []
  const session = await contents.session()
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true })
  const files = result.flatMap(({ value }) => (value?.className === 'File' ? [value.objectId ?? ''] : []))
  // A page never learns a file's path; the one who watches it from outside may.
  return Promise.all(files.map(async (file) => (await session.send('DOM.getFileInfo', { objectId: file })).path))
}

/** Runs inside the page as source text, so it stands by itself. */
function openChooser(accept: string, several: boolean): Promise<File[]> {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept, multiple: several })
  return new Promise((chosen) => {
    input.addEventListener('change', () => chosen([...(input.files ?? [])]))
    input.addEventListener('cancel', () => chosen([]))
    input.click()
  })
}
