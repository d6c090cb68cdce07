import { Progress, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { NoticeBar } from '../../ui/layout/notice-bar.tsx'
import { recordCount } from '../../ui/text/count.ts'
import { useExports } from './exports.tsx'

/** Shows the progress of each export, on every page. */
export function ExportsBar(): ReactElement {
  const { running, cancel } = useExports()
  const started = running.filter(({ hasStarted }) => hasStarted)
  return (
    <>
      {started.map(({ jobId, name, done, total }) => (
        <NoticeBar
          key={jobId}
          icon={<IconFileExport size={16} aria-hidden />}
          role="group"
          label={`Exporting ${name}`}
          actions={
            <>
              <Progress
                flex={1}
                miw={80}
                size="sm"
                value={total === 0 ? 0 : (done / total) * 100}
                aria-label="Export progress"
              />
              <SecondaryButton size="xs" onClick={() => cancel(jobId)}>
                Cancel
              </SecondaryButton>
            </>
          }
        >
          Exporting {name}{' '}
          {total > 0 && (
            <Text span inherit c="dimmed">
              {done.toLocaleString()} of {recordCount(total)}
            </Text>
          )}
        </NoticeBar>
      ))}
    </>
  )
}
