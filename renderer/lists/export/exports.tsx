import { notifications } from '@mantine/notifications'
import { createContext, use, useCallback, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import { ClavisError } from '#shared/errors.ts'
import { exportNotes } from '#shared/lists/export-forms.ts'
import type { ChosenRecords, ExportOptions } from '#shared/lists/export.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { notifySuccess, type NoticeAction } from '../../ui/controls/notify.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { recordCount } from '../../ui/text/count.ts'

export interface ExportSource {
  readonly datasetId: string
  /** The name that is shown: “Reports of Acme”. */
  readonly name: string
}

export interface RunningExport extends ExportSource {
  readonly jobId: string
  /** False while the file dialog is open. */
  readonly hasStarted: boolean
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
}

/** The window's running exports, on whatever page. */
export interface Exports {
  readonly running: readonly RunningExport[]
  readonly start: (list: ExportSource, chosen: ChosenRecords, options: ExportOptions) => Promise<void>
  readonly cancel: (jobId: string) => void
}

const ExportsContext = createContext<Exports | undefined>(undefined)

/** Holds exports above the pages, so that they continue when the person leaves a list. */
export function ExportsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [running, setRunning] = useState<readonly RunningExport[]>([])
  useClavisEvent('jobs.progress', ({ jobId, done, total }) =>
    setRunning((all) =>
      all.some((saving) => saving.jobId === jobId)
        ? all.map((saving) => (saving.jobId === jobId ? { ...saving, hasStarted: true, done, total } : saving))
        : all,
    ),
  )
  const start = useCallback(async (list: ExportSource, chosen: ChosenRecords, options: ExportOptions) => {
    const jobId = crypto.randomUUID()
    setRunning((all) => [...all, { ...list, jobId, hasStarted: false, done: 0, total: 0 }])
    try {
      const saved = await call('lists.export', { jobId, datasetId: list.datasetId, chosen, options })
      if (saved === undefined) return
      const parts = [
        `${recordCount(saved.records)} saved to ${saved.fileName}.`,
        saved.furtherMembers ? 'Too many columns: the last one holds the remaining fields as JSON.' : undefined,
        ...exportNotes(options.format, saved),
      ]
      const { fileId, canOpen } = saved
      const withFile = (label: string, name: 'app.openSavedFile' | 'app.showSavedFile'): NoticeAction => ({
        label,
        run: () => {
          call(name, { fileId }).catch((error: unknown) => showError('Couldn’t open the file', error))
        },
      })
      notifySuccess('List exported', parts.filter((part) => part !== undefined).join(' '), [
        ...(canOpen ? [withFile('Open', 'app.openSavedFile')] : []),
        withFile('Show in folder', 'app.showSavedFile'),
      ])
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'cancelled')
        notifications.show({ title: 'Export cancelled', message: 'No file was written.' })
      else showError('Couldn’t export the list', error)
    } finally {
      setRunning((all) => all.filter((saving) => saving.jobId !== jobId))
    }
  }, [])
  const exports = useMemo(
    () => ({ running, start, cancel: (jobId: string) => void call('jobs.cancel', { jobId }) }),
    [running, start],
  )
  return <ExportsContext value={exports}>{children}</ExportsContext>
}

export function useExports(): Exports {
  const exports = use(ExportsContext)
  if (exports === undefined) throw new Error('useExports is used outside ExportsProvider')
  return exports
}
