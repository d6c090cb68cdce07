import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#shared/contract.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { ClavisError } from '#shared/errors.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf } from '../../platform/route.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import type { ImportAddition } from './import-dialog.tsx'
import { isCancelled, withImportProgress } from './import-progress.tsx'

/** The ways to import certificates and keys. Each ends in a dialog with the result for every part. */
export interface Importer {
  /** By the operating system’s file dialog. */
  readonly choose: () => Promise<void>
  readonly paste: (text: string) => Promise<void>
  /** Files that were dropped on the window. */
  readonly drop: (files: readonly File[]) => Promise<void>
}

type Import = (answer: ImportAddition) => Promise<readonly ImportedPart[]>

/**
 * Imports certificates and keys: a certificate is matched to its key in any profile; an unknown key becomes a
 * credential of the current profile.
 */
export function useImport(): Importer {
  const client = useQueryClient()
  const { route, go } = useNavigation()
  const here = profileIdOf(route)

  /** @param prepare returns the import, or undefined if the person cancelled */
  async function run(prepare: () => Promise<Import | undefined>): Promise<void> {
    try {
      const take = await prepare()
      if (take === undefined) return
      // Loaded before anything is imported, so that the result can be shown in any case.
      const { openImportDialog } = await import('./import-dialog.tsx')
      const refreshed: Import = async (answer) => {
        const parts = await take(answer)
        // Chains of any profile may have been completed.
        void client.invalidateQueries({ queryKey: ['credentials'] })
        void client.invalidateQueries({ queryKey: queries.expiry.queryKey })
        return parts
      }
      const jobId = crypto.randomUUID()
      openImportDialog({
        parts: await withImportProgress(
          jobId,
          refreshed({ profileId: here, anyway: false, passphrases: new Map(), jobId }),
        ),
        here,
        again: refreshed,
        onShow: (profileId) => go({ page: 'credentials', profileId }),
      })
    } catch (error) {
      if (isCancelled(error)) notifications.show({ title: 'Import cancelled', message: 'Nothing was imported.' })
      else showError('Nothing imported', error)
    }
  }

  return {
    choose: () =>
      run(async () => {
        const chosen = await call('credentials.chooseCertificateFiles')
        if (chosen === undefined) return undefined
        return ({ profileId, anyway, passphrases, jobId }) =>
          call('credentials.importChosenFiles', {
            jobId,
            anyway,
            chosenFilesId: chosen.chosenFilesId,
            ...(profileId === undefined ? {} : { profileId }),
            passphrases: [...passphrases].map(([content, passphrase]) => ({ content, passphrase })),
          })
      }),
    paste: (text) => run(() => Promise.resolve(importOf(contentsOfText(text)))),
    drop: (files) => run(async () => importOf(await contentsOfFiles(files))),
  }
}

function importOf(contents: ImportContents): Import {
  return ({ profileId, anyway, passphrases, jobId }) =>
    call('credentials.importContents', {
      jobId,
      anyway,
      ...(profileId === undefined ? {} : { profileId }),
      contents: contents.map((content, index) => {
        const passphrase = passphrases.get(index)
        return passphrase === undefined ? content : { ...content, passphrase }
      }),
    })
}

/** Pasted text and dropped files, as an import takes them. */
type ImportContents = CallInput<'credentials.importContents'>['contents']

/** Maximum total size of a drop, bytes: far above any bundle of certificates, far below what slows the app down. */
const maxDropSize = 5_000_000
/** Maximum number of files in a drop: the limit of the call. */
const maxFiles = 1000

/** Pasted text. */
export function contentsOfText(text: string): ImportContents {
  return [{ name: '', base64: toBase64(new TextEncoder().encode(text)) }]
}

/**
 * Reads dropped files completely; main parses them.
 * @throws ClavisError `input-invalid` if something dropped is not a file, or is far too large
 */
export async function contentsOfFiles(
  files: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[],
): Promise<ImportContents> {
  if (files.length === 0) throw unusable('No files were dropped.')
  if (files.length > maxFiles) throw unusable(`Too many files. Drop at most ${maxFiles} at once.`)
  if (files.reduce((sum, { size }) => sum + size, 0) > maxDropSize)
    throw unusable('These files are too large to be certificates or keys.')
  return Promise.all(files.map(async (file) => ({ name: file.name, base64: toBase64(await bytesOf(file)) })))
}

async function bytesOf(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    // A folder looks like a file until it is read.
    throw unusable(`Couldn’t read “${file.name}”. It may be a folder, or no longer exist.`, error)
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function unusable(message: string, cause?: unknown): ClavisError {
  return new ClavisError('input-invalid', message, {
    hint: 'Drop certificate or key files, or use Import.',
    cause,
  })
}
