import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCertificateOff, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CertificateImport } from '../../shared/model/credential.ts'
import type { ProfileId } from '../../shared/model/profile.ts'
import { queries } from '../app/queries.ts'
import { wordsOfImport } from './import-words.ts'
import classes from './credential-dialogs.module.css'

const icons: Readonly<Record<CertificateImport['kind'], typeof IconCircleCheck>> = {
  imported: IconCircleCheck,
  'already-there': IconCircleDashed,
  'without-key': IconCertificateOff,
}

/** What became of each certificate of an import, with the way to the profile whose key it found. */
export function ImportResults({
  results,
  here,
  onShow,
}: {
  readonly results: readonly CertificateImport[]
  /** The profile that the window shows, if it shows one. */
  readonly here: ProfileId | undefined
  readonly onShow: (profileId: ProfileId) => void
}): ReactElement {
  const profiles = useQuery(queries.profiles)
  const nameOf = (profileId: ProfileId): string | undefined => profiles.data?.find(({ id }) => id === profileId)?.name
  return (
    <ul className={classes['results']}>
      {results.map((result, index) => {
        const Icon = icons[result.kind]
        return (
          // Results have no identity but their place.
          <li key={index} data-kind={result.kind}>
            <Icon size={17} aria-hidden />
            <div>
              <strong>{result.subject}</strong>
              <span>{wordsOfImport(result, here, nameOf)}</span>
              {result.kind !== 'without-key' && result.profileId !== here && (
                <Button size="xs" variant="default" onClick={() => onShow(result.profileId)}>
                  Go to {nameOf(result.profileId) ?? 'its profile'}
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
