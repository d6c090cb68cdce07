import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertOctagon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { queries } from '../platform/calls/queries.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { useReplacement } from './use-replacement.ts'
import classes from './refusal-bar.module.css'

/** On every page of a profile whose service refused the client since the switch: offers to go back. Nothing otherwise. */
export function RefusalBar({ profile }: { readonly profile: Profile }): ReactElement | null {
  const { data: replacements = [] } = useQuery(queries.replacements)
  const { run, step } = useReplacement(profile)
  const view = replacements.find(({ profileId }) => profileId === profile.id)
  if (view?.step !== 'watch' || view.replacement.refusal === undefined) return null
  return (
    <div className={classes['bar']} role="alert">
      <div className={classes['line']}>
        <IconAlertOctagon className={classes['icon']} size={16} aria-hidden />
        <span className={classes['text']}>
          The service refuses this client since the switch to the new credential. The old one is still there.
        </span>
        <RouteLink className={classes['link']} to={{ page: 'replacement', profileId: profile.id }}>
          See why
        </RouteLink>
        <Button size="xs" loading={run.isPending} onClick={() => run.mutate(() => step('goBack'))}>
          Go back to the old one
        </Button>
      </div>
      {run.isError && <ErrorPanel error={run.error} />}
    </div>
  )
}
