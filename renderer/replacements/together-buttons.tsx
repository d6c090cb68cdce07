import { Group, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type ReplacementView, sharedSteps, type SharedStep } from '#shared/replacements/replacement.ts'
import { useImport } from '../credentials/import/use-import.tsx'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { showError } from '../ui/dialog/show-error.tsx'

/** Why a step failed, by profile ID. */
export type StepFailures = ReadonlyMap<string, string>

interface TogetherButtonsProps {
  readonly views: readonly ReplacementView[]
  readonly onFailures: (failures: StepFailures) => void
}

/** Renders the steps that several profiles can take at once. */
export function TogetherButtons({ views, onFailures }: TogetherButtonsProps): ReactElement {
  const client = useQueryClient()
  const { choose } = useImport()
  const at = (step: ReplacementView['step']): string[] =>
    views.filter((view) => view.step === step).map(({ profileId }) => profileId)
  const isSaved = views.every(
    ({ step, replacement }) => step !== 'upload' || replacement.certificateSavedAt !== undefined,
  )
  const run = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => showError('Couldn’t finish all', error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
        client.invalidateQueries({ queryKey: queries.expiry.queryKey }),
      ]),
  })

  async function take(step: SharedStep, profileIds: readonly string[]): Promise<void> {
    onFailures(new Map())
    const outcomes = await call('replacements.takeTogether', { step, profileIds: [...profileIds] })
    const failures = new Map(
      outcomes.flatMap(({ profileId, error }) => (error === undefined ? [] : [[profileId, error.message]])),
    )
    onFailures(failures)
    const taken = outcomes.length - failures.size
    if (taken > 0) notifySuccess(stepDone(step, taken), failures.size === 0 ? undefined : `${failures.size} failed`)
  }

  async function save(what: 'request' | 'certificate', profileIds: readonly string[]): Promise<void> {
    const files = await call('replacements.saveTogether', { what, profileIds: [...profileIds] })
    // After cancelling the dialog there is nothing to report.
    if (files === undefined) return
    notifySuccess(
      `${countedFiles(what, files.fileNames.length)} saved`,
      `${files.folderName}: ${files.fileNames.join(', ')}`,
    )
  }

  const [toSend, toUpload, toConfirm] = [at('export-request'), at('upload'), at('confirm')]
  const toImport = at('import-certificate')
  return (
    // The focus goes on to the step that those who passed can take next.
    <Group gap="xs" data-focus-scope data-next-action>
      {toSend.length > 0 && (
        <SecondaryButton loading={run.isPending} onClick={() => run.mutate(() => save('request', toSend))}>
          Save {countedFiles('request', toSend.length)}…
        </SecondaryButton>
      )}
      {toImport.length > 0 && (
        <SecondaryButton onClick={() => void choose()}>
          Import {countedFiles('certificate', toImport.length)}…
        </SecondaryButton>
      )}
      {toUpload.length > 0 && (
        <SecondaryButton loading={run.isPending} onClick={() => run.mutate(() => save('certificate', toUpload))}>
          Save {countedFiles('certificate', toUpload.length)}…
        </SecondaryButton>
      )}
      {toConfirm.length > 0 && (
        <SecondaryButton onClick={() => openThumbprintTable(toConfirm.length)}>
          {toConfirm.length === 1 ? 'Paste thumbprint…' : `Paste ${toConfirm.length} thumbprints…`}
        </SecondaryButton>
      )}
      {sharedSteps.map((step) => {
        const profileIds = at(step)
        return (
          profileIds.length > 0 && (
            <SecondaryButton
              key={step}
              loading={run.isPending}
              // What was not saved can't have been uploaded.
              disabled={step === 'upload' && !isSaved}
              onClick={() => run.mutate(() => take(step, profileIds))}
            >
              {stepLabel(step, profileIds.length)}
            </SecondaryButton>
          )
        )
      })}
    </Group>
  )
}

/** Formats, for example, `1 CSR` or `10 certificates`. */
function countedFiles(what: 'request' | 'certificate', count: number): string {
  const noun = what === 'request' ? 'CSR' : 'certificate'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns the label of a button that takes a step for several profiles. */
function stepLabel(step: SharedStep, count: number): string {
  switch (step) {
    case 'make-request':
      return `Create ${countedFiles('request', count)}`
    case 'upload':
      return `Mark ${count} as uploaded`
    case 'try':
      return `Test ${count}`
    case 'switch':
      return `Switch ${count}`
    case 'watch':
      return `Verify ${count}`
    case 'retire':
      return `Retire ${count}`
    case 'remove':
      return `Mark ${count} as removed`
    case 'done':
      return `Clear ${count} finished`
  }
}

/** Returns what happened once several profiles have taken a step. */
function stepDone(step: SharedStep, count: number): string {
  switch (step) {
    case 'make-request':
      return `${countedFiles('request', count)} created`
    case 'upload':
      return `${count} marked as uploaded`
    case 'try':
      return `${count} passed the test`
    case 'switch':
      return `${count} switched`
    case 'watch':
      return `${count} verified`
    case 'retire':
      return `${count} retired`
    case 'remove':
      return `${count} marked as removed`
    case 'done':
      return `${count} cleared`
  }
}

/** Maximum length of the text, characters. */
const maxLength = 100_000

/** Opens a dialog that takes the portal's thumbprints of several profiles. */
function openThumbprintTable(count: number): void {
  openDialog(
    count === 1 ? 'Paste thumbprint' : `Paste ${count} thumbprints`,
    (close) => <ThumbprintTable onClose={close} />,
    { size: 'lg' },
  )
}

function ThumbprintTable({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const confirm = useMutation({
    mutationFn: () => call('replacements.confirmTogether', { text }),
    onSuccess: ({ confirmed, unknownLines }) => {
      if (confirmed.length > 0) notifySuccess(`${confirmed.length} confirmed`, confirmed.join(', '))
      // The lines that are left can be corrected.
      if (unknownLines.length === 0) onClose()
      else setText(unknownLines.join('\n'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
  })
  const unknown = confirm.data?.unknownLines ?? []
  const isUnchanged = unknown.length > 0 && text === unknown.join('\n')
  return (
    <DialogForm
      action="Confirm"
      work={confirm}
      isReady={text.trim() !== '' && text.length <= maxLength}
      onCancel={onClose}
      onSubmit={() => confirm.mutate()}
    >
      <Textarea
        label="Thumbprints"
        description="One per line, as the portal shows them; other columns are ignored. Each is matched to its new certificate."
        data-autofocus
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        error={isUnchanged && 'No new certificate has these thumbprints. Correct the lines, or cancel.'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
