import { Text } from '@mantine/core'
import {
  IconCertificateOff,
  IconCircleCheck,
  IconCircleDashed,
  IconFileAlert,
  IconFolderQuestion,
  IconLock,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { isNew, type ImportedPart } from '#shared/credentials/import.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { partMessage, partName } from './messages.ts'
import classes from './import-dialog.module.css'

const icons: Readonly<Record<ImportedPart['kind'], typeof IconCircleCheck>> = {
  imported: IconCircleCheck,
  created: IconCircleCheck,
  'key-restored': IconCircleCheck,
  'chain-extended': IconCircleCheck,
  'issuer-saved': IconCircleCheck,
  'already-there': IconCircleDashed,
  'without-key': IconCertificateOff,
  'not-of-replacement': IconCertificateOff,
  'needs-profile': IconFolderQuestion,
  'needs-passphrase': IconLock,
  refused: IconFileAlert,
}

/** More than a person reads; those that need attention come first. */
const maxShown = 200

interface ImportResultsProps {
  readonly parts: readonly ImportedPart[]
  /** The profile that the window shows, if it shows one. */
  readonly here: ProfileId | undefined
  readonly nameOf: (profileId: ProfileId) => string | undefined
  readonly onShow: (profileId: ProfileId) => void
  /** Renders what is below a part, e.g. the field for its passphrase. */
  readonly more: (part: ImportedPart) => ReactNode
}

/** Renders the result for each part of an import, with a link to its profile. */
export function ImportResults({ parts, here, nameOf, onShow, more }: ImportResultsProps): ReactElement {
  const ordered = [...parts.filter(needsPerson), ...parts.filter((part) => !needsPerson(part))]
  return (
    <>
      <ul className={classes['results']}>
        {ordered.slice(0, maxShown).map((part, index) => {
          const Icon = icons[part.kind]
          return (
            // Results have no identity but their place.
            <li key={index} data-tone={toneOf(part)}>
              <Icon size={17} aria-hidden />
              <div>
                <strong>{partName(part)}</strong>
                <span>{partMessage(part, here, nameOf)}</span>
                {'profileId' in part && part.profileId !== here && (
                  <SecondaryButton size="xs" onClick={() => onShow(part.profileId)}>
                    Go to {nameOf(part.profileId) ?? 'its profile'}
                  </SecondaryButton>
                )}
                {more(part)}
              </div>
            </li>
          )
        })}
      </ul>
      {ordered.length > maxShown && (
        <Text size="sm" c="dimmed">
          {ordered.length - maxShown} more
        </Text>
      )}
    </>
  )
}

function needsPerson({ kind }: ImportedPart): boolean {
  return kind === 'needs-passphrase' || kind === 'needs-profile' || kind === 'not-of-replacement'
}

function toneOf(part: ImportedPart): 'good' | 'plain' | 'warn' {
  if (isNew(part)) return 'good'
  return part.kind === 'already-there' ? 'plain' : 'warn'
}
