import { Anchor } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactElement } from 'react'
import type { CertificateImport } from '../../shared/model/credential.ts'
import { call } from '../app/clavis.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import classes from './credentials.module.css'

/** Runs an import and tells what became of each certificate. */
export async function importCertificates(run: () => Promise<readonly CertificateImport[] | undefined>): Promise<void> {
  try {
    const results = await run()
    if (results !== undefined) modals.open({ title: titleOf(results), children: <ImportResults results={results} /> })
  } catch (error) {
    modals.open({ title: 'Nothing was imported', children: <ErrorPanel error={error} /> })
  }
}

/** By the operating system's file dialog. */
export async function chooseAndImport(): Promise<CertificateImport[] | undefined> {
  const chosen = await call('credentials.chooseCertificateFiles')
  return chosen === undefined
    ? undefined
    : call('credentials.importChosenFiles', { chosenFilesId: chosen.chosenFilesId })
}

function titleOf(results: readonly CertificateImport[]): string {
  const imported = results.filter(({ kind }) => kind === 'imported').length
  if (imported === 0) return 'No certificate was imported'
  return imported === 1 ? 'Certificate imported' : `${imported} certificates imported`
}

function ImportResults({ results }: { readonly results: readonly CertificateImport[] }): ReactElement {
  return (
    <ul className={classes['results']}>
      {results.map((result, index) => (
        <li key={index} data-kind={result.kind}>
          <strong>{result.subject}</strong>
          <span>{wordsOf(result)}</span>
          {result.kind !== 'without-key' && (
            <Anchor size="sm" href={`#/profiles/${result.profileId}/credentials`} onClick={() => modals.closeAll()}>
              Show the credential
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  )
}

function wordsOf(result: CertificateImport): string {
  switch (result.kind) {
    case 'imported':
      return result.warning ?? 'It found the key that it belongs to.'
    case 'already-there':
      return 'It was there already; nothing changed.'
    case 'without-key':
      return result.reason
  }
}
