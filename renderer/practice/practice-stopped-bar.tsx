import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTargetArrow } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { call } from '../platform/calls/clavis.ts'
import { queries } from '../platform/calls/queries.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import classes from './practice-stopped-bar.module.css'

/** Above a practice profile whose service does not run: offers to start it. Nothing otherwise. */
export function PracticeStoppedBar(): ReactElement | null {
  const { data: practice } = useQuery(queries.practice)
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => call('practice.start'),
    onSuccess: (state) => client.setQueryData(queries.practice.queryKey, state),
  })
  if (practice?.kind !== 'stopped') return null
  return (
    <div className={classes['bar']}>
      <div className={classes['line']}>
        <IconTargetArrow size={16} aria-hidden />
        <span className={classes['text']}>The practice service is stopped, so this profile has nobody to talk to.</span>
        <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          Start it
        </Button>
      </div>
      {start.isError && <ErrorPanel error={start.error} onRetry={() => start.mutate()} />}
    </div>
  )
}
