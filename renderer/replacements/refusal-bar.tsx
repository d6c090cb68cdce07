import { IconAlertOctagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { NoticeBar } from '../ui/layout/notice-bar.tsx'
import { useReplacement } from './use-replacement.ts'

/** Offers to roll back, on every page of a profile whose service has refused the client since the switch. */
export function RefusalBar({ profile }: { readonly profile: Profile }): ReactElement | null {
  const { data: replacements = [] } = useQuery(queries.replacements)
  const { run, step } = useReplacement(profile)
  const view = replacements.find(({ profileId }) => profileId === profile.id)
  if (view?.step !== 'watch' || view.replacement.refusal === undefined) return null
  return (
    <NoticeBar
      icon={<IconAlertOctagon size={16} aria-hidden />}
      tone="bad"
      role="alert"
      actions={
        <>
          <RouteLink to={{ page: 'replacement', profileId: profile.id }}>View replacement</RouteLink>
          <SecondaryButton size="xs" loading={run.isPending} onClick={() => run.mutate(() => step('goBack'))}>
            Roll back
          </SecondaryButton>
        </>
      }
      failure={run.isError && <ErrorPanel error={run.error} />}
    >
      The service has refused this client since you switched to the new credential. You can roll back to the old one.
    </NoticeBar>
  )
}
