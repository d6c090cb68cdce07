import { basename } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'

/** Lets the person choose files. Main opens the dialogs and accesses the files; the page never sees a path. */
export interface FileDialogs {
  /** Returns absolute paths; none if the dialog was cancelled. */
  readonly chooseFiles: (question: FileQuestion & { several: boolean }) => Promise<readonly string[]>
  /** Returns an absolute path, or undefined if the dialog was cancelled. */
  readonly chooseTarget: (question: FileQuestion & { suggestion: string }) => Promise<string | undefined>
  /** Returns a folder's absolute path, or undefined if the dialog was cancelled. */
  readonly chooseFolder: (question: Pick<FileQuestion, 'title'>) => Promise<string | undefined>
}

export interface FileQuestion {
  readonly title: string
  readonly filters: { name: string; extensions: string[] }[]
}

/**
 * Asks where to save a file and writes it.
 * @returns its name; undefined if the user closed the dialog
 * @throws `disk-full`, `disk-failed`
 */
export async function saveFile(
  files: Pick<FileDialogs, 'chooseTarget'>,
  question: FileQuestion & { readonly suggestion: string },
  content: string | Uint8Array,
): Promise<{ readonly fileName: string } | undefined> {
  const path = await files.chooseTarget(question)
  if (path === undefined) return undefined
  await writeFileAtomically(path, content)
  return { fileName: basename(path) }
}
