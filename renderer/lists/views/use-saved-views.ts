import { useQuery } from '@tanstack/react-query'
import { createElement, useEffect, useState } from 'react'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { notifySuccess, notifyUndo } from '../../ui/controls/notify.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useViewMemories, type OpenView, type ViewMemory } from '../model/view-memory.tsx'
import { copyName, isAsSaved, plainState, viewContentOf, type ShownList } from './list-state.ts'
import { useOpenSavedView } from './use-open-saved-view.ts'
import { ViewName } from './view-name.tsx'

/** The saved views of a profile, and the commands for the one that is open. */
export interface ViewControl {
  readonly profileId: ProfileId
  /** Those of all lists. */
  readonly saved: readonly SavedView[]
  readonly open: SavedView | undefined
  /** Whether the list differs from the open view, or without one from the plain list. */
  readonly isChanged: boolean
  readonly openSaved: (view: SavedView) => void
  /** Shows the plain list. */
  readonly leave: () => void
  readonly askForName: (what: 'save' | 'rename') => void
  /** Saves in the open view what is shown. */
  readonly saveChanges: () => void
  /** Shows the open view as it was saved. */
  readonly resetChanges: () => void
  readonly duplicate: () => void
  readonly remove: () => void
}

/** Watches a list or its open saved view. */
export interface WatchControl {
  /** Asks how it is watched; undefined in a window that changes nothing of the profile. */
  readonly edit: (() => void) | undefined
  /** Removes the open view; asks first if that removes its watch, which Undo doesn't restore. */
  readonly removeView: () => void
  /** Undefined if it is not watched. */
  readonly showHistory: (() => void) | undefined
}

/**
 * Keeps which saved view of a list is open, and its columns.
 * @param isAsked whether the person comes for certain records: they are looked for in the whole list
 */
export function useOpenView(
  memory: ViewMemory,
  isAsked: boolean,
): {
  readonly view: OpenView | undefined
  readonly setView: (view: OpenView | undefined) => void
  readonly changeColumns: (changed: (columns: ColumnLayout) => ColumnLayout) => void
} {
  const [view, setView] = useState(() => (isAsked ? undefined : memory.read().view))
  useEffect(() => memory.update({ view }), [memory, view])
  return {
    view,
    setView,
    changeColumns: (changed) => setView((now) => now && { ...now, columns: changed(now.columns) }),
  }
}

/** Returns the commands for saved views. @param columns the layout that is shown */
export function useSavedViews(
  profileId: ProfileId,
  list: ListName,
  shown: ShownList,
  columns: ColumnLayout,
  setView: (view: OpenView | undefined) => void,
): ViewControl {
  const { data } = useQuery(queries.listViews(profileId))
  const { show } = useViewMemories()
  const openSavedView = useOpenSavedView()
  const saved = data?.saved ?? []
  const open = saved.find(({ id }) => id === shown.view?.id)
  const content = viewContentOf(shown, columns)

  async function save(name: string): Promise<void> {
    const view = await call('lists.saveView', { profileId, list, name, content })
    setView({ id: view.id, columns })
  }
  /** Runs a command that asks nothing; a failure is shown. */
  function run(title: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => showError(title, error))
  }
  return {
    profileId,
    saved,
    open,
    isChanged:
      open !== undefined && shown.view !== undefined
        ? !isAsSaved(shown, shown.view, open)
        : shown.filter.trim() !== '' || shown.sort.length > 0 || shown.groups.length > 0,
    openSaved: (view) => openSavedView(profileId, view),
    leave: () => show(`${profileId} ${list}`, plainState),
    askForName: (what) => {
      const isNew = what === 'save'
      const rename = (name: string): Promise<void> =>
        open === undefined ? save(name) : call('lists.changeView', { viewId: open.id, name })
      openDialog(
        isNew ? 'Save view' : 'Rename view',
        (onClose) =>
          createElement(ViewName, {
            name: isNew ? '' : (open?.name ?? ''),
            action: isNew ? 'Save' : 'Rename',
            onSave: isNew ? save : rename,
            onClose,
            ...(isNew ? { description: 'Keeps the filter, columns, sort, groups and chart under a name.' } : {}),
          }),
        { size: 'sm' },
      )
    },
    saveChanges: () => {
      if (open === undefined) return
      run('Couldn’t save the view', async () => {
        await call('lists.changeView', { viewId: open.id, content })
        notifySuccess(`View “${open.name}” saved`)
      })
    },
    resetChanges: () => open && openSavedView(profileId, open),
    duplicate: () => {
      if (open === undefined) return
      const taken = saved.filter((view) => view.list === list).map(({ name }) => name)
      run('Couldn’t duplicate the view', () => save(copyName(open.name, taken)))
    },
    remove: () => {
      if (open === undefined) return
      const { id, name, list: ofList, ...removed } = open
      run('Couldn’t remove the view', async () => {
        await call('lists.removeView', { viewId: id })
        setView(undefined)
        notifyUndo(`View “${name}” removed`, () =>
          run('Couldn’t restore the view', () =>
            call('lists.saveView', { profileId, list: ofList, name, content: removed }),
          ),
        )
      })
    },
  }
}
