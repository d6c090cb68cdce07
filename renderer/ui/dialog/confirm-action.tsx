import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { EnvironmentBadge } from '../controls/environment-badge.tsx'
import { DialogForm } from './dialog-form.tsx'
import { openDialog } from './open-dialog.tsx'

export interface ActionToConfirm {
  /** Makes the question. @param isChosen whether the further choice is made; the title stays that of the start */
  readonly question: (isChosen: boolean) => Pick<Confirmation, 'message' | 'details' | 'action'>
  readonly isDangerous: boolean
  /** Whether it deletes a credential, a key or a profile: for Production the person then types the profile's name. */
  readonly isFinal?: boolean
  /** A further choice, off at first. */
  readonly choice?: {
    readonly label: string
    /** Whether this choice requires typing the profile's name, too. */
    readonly isFinal: boolean
  }
  readonly run: (isChosen: boolean) => Promise<unknown>
}

/** Draws a question before an action on a profile. For Production, main asks again, in its own dialog. */
export function confirmAction(profile: Profile, action: ActionToConfirm): void {
  openDialog(action.question(false).message, (close) => (
    <ConfirmAction profile={profile} action={action} onDone={close} />
  ))
}

function ConfirmAction({
  profile,
  action: { question, isDangerous, isFinal, choice, run },
  onDone,
}: {
  readonly profile: Profile
  readonly action: ActionToConfirm
  readonly onDone: () => void
}): ReactElement {
  const [typed, setTyped] = useState('')
  const [isChosen, setChosen] = useState(false)
  const { details, action } = question(isChosen)
  const mustType = (profile.environment === 'production' && isFinal === true) || (isChosen && choice?.isFinal === true)
  const work = useMutation({ mutationFn: () => run(isChosen), onSuccess: onDone })
  return (
    <DialogForm
      profile={profile}
      work={work}
      action={action}
      isDangerous={isDangerous}
      isReady={!mustType || typed.trim() === profile.name}
      onCancel={onDone}
      onSubmit={() => work.mutate()}
    >
      {profile.environment !== 'production' && (
        // The dialog stretches what it contains.
        <div>
          <EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />
        </div>
      )}
      {/* A choice changes what happens. */}
      <Stack gap="xs" aria-live="polite">
        {details.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
      {choice !== undefined && (
        <Checkbox
          label={choice.label}
          checked={isChosen}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      )}
      {mustType && (
        <TextInput
          label="Type the profile’s name to confirm"
          description={profile.name}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
