import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Profile } from '../../../shared/model/profile.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ProductionSign } from '../../ui/environment/production-sign.tsx'
import { TypedName } from '../../ui/environment/typed-name.tsx'

/** What is asked, and what a yes does. */
export interface Question {
  readonly title: string
  /** One sentence or more each. */
  readonly words: readonly string[]
  readonly action: string
  readonly isDangerous: boolean
  /** Whether it cannot be undone: for Production the person then types the profile's name, against slips. */
  readonly isFinal?: boolean
  /** A further choice, off at first. */
  readonly choice?: { readonly label: string; readonly description: string }
  readonly run: (chosen: boolean) => Promise<unknown>
}

/**
 * Asks before something is done with a credential. Where it is final for Production, and where a key is to be destroyed,
 * the person types the profile’s name. It is a help against slips alone: main asks by itself.
 */
export function askFirst(profile: Profile, question: Question): void {
  const modalId = modals.open({
    title: question.title,
    children: <Asking profile={profile} question={question} onDone={() => modals.close(modalId)} />,
  })
}

function Asking({
  profile,
  question,
  onDone,
}: {
  readonly profile: Profile
  readonly question: Question
  readonly onDone: () => void
}): ReactElement {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(false)
  const mustType =
    (profile.environment === 'production' && question.isFinal === true) || (chosen && question.choice !== undefined)
  const isReady = !mustType || typed.trim() === profile.name
  const run = useMutation({ mutationFn: () => question.run(chosen), onSuccess: onDone })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (isReady && !run.isPending) run.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProductionSign profile={profile} />
        {question.words.map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
        {question.choice !== undefined && (
          <Checkbox
            label={question.choice.label}
            description={question.choice.description}
            checked={chosen}
            onChange={(event) => setChosen(event.currentTarget.checked)}
          />
        )}
        {mustType && <TypedName name={profile.name} value={typed} onChange={setTyped} />}
        {run.isError && <ErrorPanel error={run.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(question.isDangerous ? { color: 'red' } : {})}
            disabled={!isReady}
            loading={run.isPending}
          >
            {question.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
