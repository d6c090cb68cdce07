import { Group, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { recordCount } from '../../ui/text/count.ts'
import type { Analysis } from './use-analysis.ts'

/** Shows the progress of a count that takes noticeable time, with a way to cancel it. */
export function CountingProgress({
  analysis: { isCounting, examined, cancel },
  records,
}: {
  readonly analysis: Pick<Analysis<unknown>, 'isCounting' | 'examined' | 'cancel'>
  readonly records: number
}): ReactElement | null {
  if (!isCounting) return null
  return (
    <Later>
      <Group gap={10} wrap="nowrap" fz="xs" c="dimmed">
        <Progress
          flex="0 1 160px"
          miw={60}
          value={(Math.min(examined, records) / Math.max(1, records)) * 100}
          aria-label="Counting progress"
        />
        <span>
          {Math.min(examined, records).toLocaleString()} of {recordCount(records)}
        </span>
        <SecondaryButton size="compact-xs" onClick={cancel}>
          Cancel
        </SecondaryButton>
      </Group>
    </Later>
  )
}
