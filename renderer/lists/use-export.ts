import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ChosenRecords, ExportOptions } from '../../shared/model/export.ts'
import { ClavisError } from '../../shared/model/error.ts'
import { call, useClavisEvent } from '../app/clavis.ts'
import { showError } from '../ui/show-error.tsx'

/** Saving that is under way. */
export interface ExportUnderWay {
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
  readonly cancel: () => void
}

/** Saves records and follows how far it is. */
export interface ExportControl {
  readonly underWay: ExportUnderWay | undefined
  readonly start: (runId: string, chosen: ChosenRecords, options: ExportOptions) => Promise<void>
}

export function useExport(): ExportControl {
  const [job, setJob] = useState<{ readonly jobId: string; readonly done: number; readonly total: number }>()
  useClavisEvent('jobs.progress', ({ jobId, done, total }) =>
    setJob((current) => (current?.jobId === jobId ? { jobId, done, total } : current)),
  )

  async function start(runId: string, chosen: ChosenRecords, options: ExportOptions): Promise<void> {
    const jobId = crypto.randomUUID()
    setJob({ jobId, done: 0, total: 0 })
    try {
      const saved = await call('lists.export', { jobId, runId, chosen, options })
      if (saved === undefined) return
      notifications.show({
        color: 'green',
        title: 'List saved',
        message: `${saved.records.toLocaleString()} records in ${saved.fileName}.${
          saved.furtherMembers ? ' There were too many columns: the last one holds the further members as JSON.' : ''
        }`,
      })
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'list-cancelled')
        notifications.show({ title: 'Saving cancelled', message: 'No file was written.' })
      else showError('The list was not saved', error)
    } finally {
      setJob((current) => (current?.jobId === jobId ? undefined : current))
    }
  }

  return {
    underWay: job && {
      done: job.done,
      total: job.total,
      cancel: () => void call('jobs.cancel', { jobId: job.jobId }),
    },
    start,
  }
}
