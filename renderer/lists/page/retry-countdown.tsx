import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { useNow } from '../../ui/text/use-now.ts'

interface RetryCountdownProps {
  readonly resumesAt: string
  readonly reason: string
}

/** Says why a load waits, and when it tries again. */
export function RetryCountdown({ resumesAt, reason }: RetryCountdownProps): ReactElement {
  const left = Math.max(0, Math.ceil((Date.parse(resumesAt) - useNow(500)) / 1000))
  return (
    <Text inherit c="var(--clavis-warn)">
      {reason} {left === 0 ? 'Retrying…' : `Retrying in ${left} s…`}
    </Text>
  )
}
