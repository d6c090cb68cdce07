import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf } from '../../platform/route.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { contentsOfFiles, contentsOfText, type ImportContents } from './import-contents.ts'
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
