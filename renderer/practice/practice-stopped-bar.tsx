import { IconTargetArrow } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { NoticeBar } from '../ui/layout/notice-bar.tsx'

/** Offers to start the practice service, on pages of a practice profile while it is stopped. */
export function PracticeStoppedBar(): ReactElement | null {
  const { data: practice } = useQuery(queries.practice)
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => call('practice.start'),
    onSuccess: (state) => client.setQueryData(queries.practice.queryKey, state),
  })
  if (practice?.kind !== 'stopped') return null
  return (
    <NoticeBar
      icon={<IconTargetArrow size={16} aria-hidden />}
      actions={
        <SecondaryButton size="xs" loading={start.isPending} onClick={() => start.mutate()}>
          Start
        </SecondaryButton>
      }
      failure={start.isError && <ErrorPanel error={start.error} onRetry={() => start.mutate()} />}
    >
      The practice service is stopped.
    </NoticeBar>
  )
}
