import { Group, Loader, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import { call } from '../../platform/clavis.ts'
import { showDialog } from '../../platform/dialogs.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'

/** Delay of the progress dialog, milliseconds: most imports are done before. */
const shownAfterMs = 500

/** Shows a dialog with *Cancel* while an import takes long. Closing the dialog cancels, too. */
export async function withImportProgress<T>(jobId: string, work: Promise<T>): Promise<T> {
  let modalId: string | undefined
  let isDone = false
  const timer = setTimeout(() => {
    const cancel = (): void => {
      if (!isDone) cancelImport(jobId)
    }
    modalId = showDialog({
      modalId: crypto.randomUUID(),
      title: 'Importing…',
      onClose: cancel,
      children: (
        <Stack>
          <Group gap="sm" wrap="nowrap">
            <Loader size={18} aria-hidden />
            <Text size="sm">Reading certificates and keys. Nothing has been imported yet.</Text>
          </Group>
          <Group justify="flex-end">
            <CancelImport jobId={jobId} />
          </Group>
        </Stack>
      ),
    })
  }, shownAfterMs)
  try {
    return await work
  } finally {
    isDone = true
    clearTimeout(timer)
    if (modalId !== undefined) modals.close(modalId)
  }
}

export function CancelImport({ jobId }: { readonly jobId: string }): ReactElement {
  return <SecondaryButton onClick={() => cancelImport(jobId)}>Cancel</SecondaryButton>
}

/** Returns whether an import failed because the person cancelled it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'cancelled'
}

function cancelImport(jobId: string): void {
  // If the import has just ended, there is nothing to cancel.
  void call('jobs.cancel', { jobId })
}
