import type { HostWebContents } from '../window/web-contents.ts'

/**
 * Opens Chromium's file chooser.
 * @param accept file types as in HTML's `accept`; empty for all
 * @returns absolute paths; none if the dialog was cancelled
 */
export async function chooseFiles(contents: HostWebContents, accept: string, several: boolean): Promise<string[]> {
  const objectId = await contents.showAside(openChooser, [accept, several])
  if (objectId === undefined) return []
  const session = await contents.session()
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true })
  const files = result.flatMap(({ value }) => (value?.className === 'File' ? [value.objectId ?? ''] : []))
  // Pages never see a file's path; the DevTools protocol does.
  return Promise.all(files.map(async (file) => (await session.send('DOM.getFileInfo', { objectId: file })).path))
}

/** Runs in the page as source text, so it uses nothing outside of itself. */
function openChooser(accept: string, several: boolean): Promise<File[]> {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept, multiple: several })
  return new Promise((chosen) => {
    input.addEventListener('change', () => chosen([...(input.files ?? [])]))
    input.addEventListener('cancel', () => chosen([]))
    input.click()
  })
}
