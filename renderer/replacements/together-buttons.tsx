import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type ReplacementView, sharedSteps, type SharedStep } from '#shared/replacements/replacement.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { openThumbprintTable } from './thumbprint-table.tsx'
import { countedFiles, stepDone, stepLabel } from './together-messages.ts'

/** Why a step failed, by profile ID. */
export type StepFailures = ReadonlyMap<string, string>

/** Renders the steps that several profiles can take at once. */
export function TogetherButtons({
  views,
  onFailures,
}: {
  readonly views: readonly ReplacementView[]
  readonly onFailures: (failures: StepFailures) => void
}): ReactElement {
  const client = useQueryClient()
  const at = (step: ReplacementView['step']): string[] =>
    views.filter((view) => view.step === step).map(({ profileId }) => profileId)
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
    const saved = await call('replacements.saveTogether', { what, profileIds: [...profileIds] })
    // After cancelling the dialog there is nothing to report.
    if (saved !== undefined)
      notifySuccess(
        `${countedFiles(what, saved.fileNames.length)} saved`,
        `${saved.folderName}: ${saved.fileNames.join(', ')}`,
      )
  }

  const [toSend, toUpload, toConfirm] = [at('export-request'), at('upload'), at('confirm')]
  return (
    // The focus goes on to the step that those who passed can take next.
    <Group gap="xs" data-focus-scope data-next-action>
      {toSend.length > 0 && (
        <SecondaryButton loading={run.isPending} onClick={() => run.mutate(() => save('request', toSend))}>
          Save {countedFiles('request', toSend.length)}…
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
