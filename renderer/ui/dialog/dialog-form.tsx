import { Button, Stack, Text } from '@mantine/core'
import type { ReactElement, ReactNode, SubmitEvent } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { SecondaryButton } from '../controls/buttons.tsx'
import { ErrorPanel } from '../controls/error-panel.tsx'
import { ProductionSign } from '../controls/production-sign.tsx'
import { DialogFooter } from './open-dialog.tsx'

/** Lays out a dialog's form: explanation, fields, error, and the buttons to cancel and to submit. */
export function DialogForm({
  profile,
  description,
  work = { isPending: false, error: null },
  action,
  isReady = true,
  isDangerous = false,
  takesFocus = false,
  cancel = 'Cancel',
  onCancel,
  onSubmit,
  children,
}: {
  /** The profile that the form changes; marked if it is a Production profile. */
  readonly profile?: Pick<Profile, 'name' | 'environment'> & Partial<Pick<Profile, 'practice'>>
  readonly description?: ReactNode
  readonly work?: { readonly isPending: boolean; readonly error: unknown }
  /** The submit button's label; undefined: there is nothing to submit. */
  readonly action: string | undefined
  readonly isReady?: boolean
  readonly isDangerous?: boolean
  /** Whether the submit button has the initial focus. */
  readonly takesFocus?: boolean
  readonly cancel?: string
  /** Undefined: the form has no button to cancel. */
  readonly onCancel: (() => void) | undefined
  /** Called only if the form is ready and nothing is in progress. */
  readonly onSubmit: () => void
  readonly children?: ReactNode
}): ReactElement {
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (isReady && !work.isPending) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {profile !== undefined && <ProductionSign profile={profile} />}
        {description !== undefined && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {children}
        {work.error !== null && <ErrorPanel error={work.error} />}
        <DialogFooter>
          {onCancel !== undefined && <SecondaryButton onClick={onCancel}>{cancel}</SecondaryButton>}
          {action !== undefined && (
            <Button
              type="submit"
              {...(isDangerous && { color: 'red' })}
              data-autofocus={takesFocus || undefined}
              disabled={!isReady}
              loading={work.isPending}
            >
              {action}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </form>
  )
}
