import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { LegendSample } from './legend-sample.tsx'
import { legendItems } from './legend-items.ts'

export function TimelineLegend(): ReactElement {
  return (
    <Group component="ul" gap="4px 18px" mt={10} fz="xs" c="dimmed" aria-label="Legend">
      {legendItems.map(({ kind, label }) => (
        <Group key={kind} component="li" gap={7} wrap="nowrap">
          <svg width={22} height={14} aria-hidden focusable="false">
            <LegendSample kind={kind} />
          </svg>
          {label}
        </Group>
      ))}
    </Group>
  )
}
