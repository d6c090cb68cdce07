import { Checkbox, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { DialogForm } from './dialog-form.tsx'
import { openDialog } from './open-dialog.tsx'

export interface ActionToConfirm {
  readonly title: string
  readonly paragraphs: readonly ReactNode[]
  /** The button's label. */
  readonly action: string
  readonly isDangerous: boolean
  /** Whether it can't be undone: for Production the person then types the profile's name. */
  readonly isFinal?: boolean
  /** A further choice, off at first. */
  readonly choice?: {
    readonly label: string
    readonly description: (isChosen: boolean) => string
    /** Whether this choice requires typing the profile's name, too. */
    readonly isFinal: boolean
  }
  readonly run: (isChosen: boolean) => Promise<unknown>
}

/** Asks before an action on a profile. For Production, main asks again. */
export function confirmAction(profile: Profile, action: ActionToConfirm): void {
  openDialog(action.title, (close) => <ConfirmAction profile={profile} action={action} onDone={close} />)
}

function ConfirmAction({
  profile,
  action: { paragraphs, action, isDangerous, isFinal, choice, run },
  onDone,
}: {
  readonly profile: Profile
  readonly action: ActionToConfirm
  readonly onDone: () => void
}): ReactElement {
  const [typed, setTyped] = useState('')
  const [isChosen, setChosen] = useState(false)
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
      {paragraphs.map((paragraph, index) => (
        <Text key={index} component="div" size="sm">
          {paragraph}
        </Text>
      ))}
      {choice !== undefined && (
        <Checkbox
          label={choice.label}
          description={choice.description(isChosen)}
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
