import { modals } from '@mantine/modals'
import { useQueryClient } from '@tanstack/react-query'
import type { CertificateImport } from '../../shared/model/credential.ts'
import { call } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import { queries } from '../app/queries.ts'
import { profileIdOf } from '../app/route.ts'
import { showError } from '../ui/show-error.tsx'
import { ImportResults } from './import-results.tsx'
import { titleOfImport } from './import-words.ts'
import { textOfFiles } from './dropped-certificate.ts'

/** The ways in which certificates come in. Each ends in a dialog that tells what became of every one of them. */
export interface CertificateImporter {
  /** By the operating system’s file dialog. */
  readonly choose: () => Promise<void>
  /** Pasted PEM text. */
  readonly paste: (text: string) => Promise<void>
  /** Files that were dropped on the window. */
  readonly drop: (files: readonly File[]) => Promise<void>
}

/** Imports certificates: each finds the key that it belongs to, in whichever profile that is. */
export function useCertificateImport(): CertificateImporter {
  const client = useQueryClient()
  const { route, go } = useNavigation()
  const here = profileIdOf(route)

  async function run(imported: () => Promise<readonly CertificateImport[] | undefined>): Promise<void> {
    try {
      const results = await imported()
      if (results === undefined) return
      for (const result of results)
        if (result.kind === 'imported')
          void client.invalidateQueries({ queryKey: queries.credentials(result.profileId).queryKey })
      void client.invalidateQueries({ queryKey: queries.expiry.queryKey })
      const modalId = modals.open({
        title: titleOfImport(results),
        children: (
          <ImportResults
            results={results}
            here={here}
            onShow={(profileId) => {
              modals.close(modalId)
              go({ page: 'credentials', profileId })
            }}
          />
        ),
      })
    } catch (error) {
      showError('Nothing was imported', error)
    }
  }

  return {
    choose: () =>
      run(async () => {
        const chosen = await call('credentials.chooseCertificateFiles')
        return chosen === undefined
          ? undefined
          : call('credentials.importChosenFiles', { chosenFilesId: chosen.chosenFilesId })
      }),
    paste: (text) => run(() => call('credentials.importText', { text })),
    drop: (files) => run(async () => call('credentials.importText', { text: await textOfFiles(files) })),
  }
}
