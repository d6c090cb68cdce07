import { useMemo, useRef, type RefObject } from 'react'
import { showError } from '../../ui/feedback/show-error.tsx'
import type { ListLoad } from './use-list-load.ts'

/** The toolbar's controls that take the keyboard's focus when something else goes. */
export interface ToolbarControls {
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly loadButton: RefObject<HTMLButtonElement | null>
  readonly restartButton: RefObject<HTMLButtonElement | null>
  readonly snapshotsButton: RefObject<HTMLButtonElement | null>
}

export function useToolbarControls(): ToolbarControls {
  const searchField = useRef<HTMLInputElement>(null)
  const loadButton = useRef<HTMLButtonElement>(null)
  const restartButton = useRef<HTMLButtonElement>(null)
  const snapshotsButton = useRef<HTMLButtonElement>(null)
  return useMemo(() => ({ searchField, loadButton, restartButton, snapshotsButton }), [])
}

/** What the person can do about a load that failed. */
export interface LoadRemedies {
  readonly retry: () => void
  readonly reopen: () => void
  readonly keep: () => void
  readonly reload: () => void
  readonly chooseMember: (member: string) => void
}

/** Moves the focus along: the button that starts a remedy goes. */
export function loadRemedies(run: ListLoad, { loadButton, restartButton }: ToolbarControls): LoadRemedies {
  const andFocus = (command: () => void, button: RefObject<HTMLButtonElement | null>) => (): void => {
    command()
    button.current?.focus()
  }
  return {
    retry: andFocus(run.retry, loadButton),
    reopen: andFocus(run.reopen, restartButton),
    keep: andFocus(run.keepCurrent, restartButton),
    reload: andFocus(run.reload, restartButton),
    chooseMember: (member) => {
      restartButton.current?.focus()
      run.chooseMember(member).catch((error: unknown) => showError('Couldn’t save the choice', error))
    },
  }
}
