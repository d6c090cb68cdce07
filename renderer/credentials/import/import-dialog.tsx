import { Button, Group, PasswordInput, Select, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type ImportedPart, mergeImports } from '#shared/credentials/import.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { InlineForm } from '../../ui/controls/inline-form.tsx'
import { DialogFooter, openDialog } from '../../ui/dialog/open-dialog.tsx'
import { CancelImport, isCancelled } from './import-progress.tsx'
import { ImportResults } from './import-results.tsx'
import { importTitle } from './messages.ts'

/** Maximum length of a passphrase, characters: the limit of the call. */
const maxPassphraseLength = 1000

/** What the person adds to an import that needs more. */
export interface ImportAddition {
  readonly profileId: ProfileId | undefined
  /** Whether parts are imported that are not of the profile's replacement. */
  readonly anyway: boolean
  /** By the places of the files. */
  readonly passphrases: ReadonlyMap<number, string>
  /** By which the import can be cancelled. */
  readonly jobId: string
}

interface OpenImportDialogProps {
  readonly parts: readonly ImportedPart[]
  readonly here: ProfileId | undefined
  /** Repeats the import with the added input. */
  readonly again: (answer: ImportAddition) => Promise<readonly ImportedPart[]>
  readonly onShow: (profileId: ProfileId) => void
}

/** Opens a dialog with the results of an import, which asks for missing passphrases and the profile. */
export function openImportDialog({ parts, here, again, onShow }: OpenImportDialogProps): void {
  const modalId = openDialog(importTitle(parts), (close) => (
    <ImportDialog
      first={parts}
      here={here}
      again={again}
      onTitle={(title) => modals.updateModal({ modalId, title })}
      onShow={(profileId) => {
        close()
        onShow(profileId)
      }}
    />
  ))
}

interface ImportDialogProps {
  readonly first: readonly ImportedPart[]
  readonly here: ProfileId | undefined
  readonly again: (answer: ImportAddition) => Promise<readonly ImportedPart[]>
  readonly onTitle: (title: string) => void
  readonly onShow: (profileId: ProfileId) => void
}

function ImportDialog({ first, here, again, onTitle, onShow }: ImportDialogProps): ReactElement {
  const profiles = useQuery(queries.profiles)
  const nameOf = (profileId: ProfileId): string | undefined => profiles.data?.find(({ id }) => id === profileId)?.name
  const [parts, setParts] = useState(first)
  const [chosen, setChosen] = useState<ProfileId | null>(null)
  // Those that opened their file are needed again when another file is opened or a profile is chosen.
  const [passphrases, setPassphrases] = useState<ReadonlyMap<number, string>>(new Map())
  const [error, setError] = useState<unknown>()
  /** The import under way. */
  const [jobId, setJobId] = useState<string>()
  const isBusy = jobId !== undefined
  const isForeign = parts.some(({ kind }) => kind === 'not-of-replacement')
  const needsProfile = parts.some(({ kind }) => kind === 'needs-profile')
  const takers = (profiles.data ?? []).filter(needsCertificate)

  async function retry(answer: Omit<ImportAddition, 'jobId'>): Promise<void> {
    const id = crypto.randomUUID()
    setJobId(id)
    setError(undefined)
    try {
      const merged = mergeImports(parts, await again({ ...answer, jobId: id }))
      setParts(merged)
      onTitle(importTitle(merged))
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure)
    } finally {
      setJobId(undefined)
    }
  }

  return (
    <Stack>
      <ImportResults
        parts={parts}
        here={here}
        nameOf={nameOf}
        onShow={onShow}
        more={(part) =>
          part.kind === 'needs-passphrase' && (
            <Unlock
              isWrong={part.attempt === 'failed'}
              isBusy={isBusy}
              onUnlock={(passphrase) => {
                const all = new Map(passphrases).set(part.content, passphrase)
                setPassphrases(all)
                void retry({ profileId: chosen ?? here, anyway: false, passphrases: all })
              }}
            />
          )
        }
      />
      {needsProfile && (
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <Select
            flex={1}
            label="Profile for the key"
            placeholder={takers.length === 0 ? 'Create a profile first' : 'Select a profile'}
            data={takers.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            h={36}
            disabled={chosen === null}
            loading={isBusy}
            onClick={() => void retry({ profileId: chosen ?? undefined, anyway: false, passphrases })}
          >
            Import
          </Button>
        </Group>
      )}
      {error !== undefined && <ErrorPanel error={error} />}
      {(isForeign || isBusy) && (
        <DialogFooter>
          {isForeign && (
            <SecondaryButton
              loading={isBusy}
              onClick={() => void retry({ profileId: chosen ?? here, anyway: true, passphrases })}
            >
              Import anyway
            </SecondaryButton>
          )}
          {isBusy && <CancelImport jobId={jobId} />}
        </DialogFooter>
      )}
    </Stack>
  )
}

interface UnlockProps {
  readonly isWrong: boolean
  readonly isBusy: boolean
  readonly onUnlock: (passphrase: string) => void
}

function Unlock({ isWrong, isBusy, onUnlock }: UnlockProps): ReactElement {
  const [passphrase, setPassphrase] = useState('')
  function submit(): void {
    if (passphrase !== '' && !isBusy) onUnlock(passphrase)
  }
  return (
    <InlineForm wrap="nowrap" mt="xs" onSubmit={submit}>
      <PasswordInput
        flex={1}
        aria-label="Passphrase"
        placeholder={isWrong ? 'Try another passphrase' : 'Passphrase'}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxPassphraseLength}
        data-autofocus
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <Button h={36} type="submit" disabled={passphrase === ''} loading={isBusy}>
        Unlock
      </Button>
    </InlineForm>
  )
}
