import { basename } from 'node:path'
import { writeFileAtomically } from '../files/atomic-file.ts'
import type { FileDialogs, FileQuestion } from '../window/file-dialogs.ts'

/**
 * Asks where to save a file and writes it.
 * @returns its name; undefined if the user closed the dialog
 * @throws `disk-full`, `disk-failed`
 */
export async function saveFile(
  dialogs: FileDialogs,
  windowId: number,
  question: FileQuestion & { readonly suggestion: string },
  content: string | Uint8Array,
): Promise<{ readonly fileName: string } | undefined> {
  const path = await dialogs.chooseTarget(windowId, question)
  if (path === undefined) return undefined
  await writeFileAtomically(path, content)
  return { fileName: basename(path) }
}
