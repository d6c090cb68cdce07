import { Button, EmptyState } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import type { Route } from '../platform/route.ts'

/** Replaces the page of a profile that was removed, here or by the command line. */
export function MissingProfile({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  const { go } = useNavigation()
  const [first] = profiles
  const next: Route = first === undefined ? { page: 'welcome' } : { page: 'overview', profileId: first.id }
  return (
    <EmptyState
      icon={<IconUserQuestion />}
      title="Profile not found"
      description="It was deleted, in this window or on the command line."
    >
      <EmptyState.Actions>
        <Button onClick={() => go(next)}>{first === undefined ? 'Go to start' : `Go to ${first.name}`}</Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
