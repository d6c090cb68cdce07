import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { ProductionSign } from '../ui/production-sign.tsx'
import { isNameNotTyped, TypedName } from '../ui/typed-name.tsx'

/**
 * Saves, and where main wants the profile's name typed, asks for it once and saves again.
 * @throws what `save` throws; `name-not-typed` where the person thinks better of it
 */
export async function saveAskingForName(
  profile: Profile,
  save: (typedName: string | undefined) => Promise<unknown>,
): Promise<void> {
  try {
    await save(undefined)
  } catch (error) {
    if (!isNameNotTyped(error)) throw error
    const typedName = await askForName(profile, error.message)
    if (typedName === undefined) throw error
    await save(typedName)
  }
}

function askForName(profile: Profile, reason: string): Promise<string | undefined> {
  return new Promise((answer) => {
    const modalId = modals.open({
      title: `Change ${profile.name}?`,
      onClose: () => answer(undefined),
      children: (
        <Asking
          profile={profile}
          reason={reason}
          onAnswer={(typedName) => {
            answer(typedName)
            modals.close(modalId)
          }}
        />
      ),
    })
  })
}

function Asking({
  profile,
  reason,
  onAnswer,
}: {
  readonly profile: Profile
  readonly reason: string
  readonly onAnswer: (typedName: string | undefined) => void
}): ReactElement {
  const [typed, setTyped] = useState('')
  const isReady = typed.trim() === profile.name
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (isReady) onAnswer(typed)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProductionSign profile={profile} />
        <Text size="sm">{reason}</Text>
        <TypedName name={profile.name} value={typed} onChange={setTyped} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(undefined)}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isReady}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
