import { useMemo, useRef, type RefObject } from 'react'
import { showError } from '../../ui/dialog/show-error.tsx'
import type { ListLoad } from './use-list-load.ts'

export interface LoadRemedies {
  readonly retry: () => void
  readonly reopen: () => void
  readonly keep: () => void
  readonly reload: () => void
  readonly chooseMember: (member: string) => void
}

type Button = RefObject<HTMLButtonElement | null>

/** Moves the focus to a button that stays, because the button that starts a remedy is removed. */
export function loadRemedies(load: ListLoad, loadButton: Button, menuButton: Button): LoadRemedies {
  const andFocus = (command: () => void, button: Button) => (): void => {
    command()
    button.current?.focus()
  }
  return {
    retry: andFocus(load.retry, loadButton),
    reopen: andFocus(load.reopen, menuButton),
    keep: andFocus(load.keepCurrent, menuButton),
    reload: andFocus(load.reload, menuButton),
    chooseMember: (member) => {
      menuButton.current?.focus()
      load.chooseMember(member).catch((error: unknown) => showError('Couldn’t save the choice', error))
    },
  }
}

/** The controls of a list that stay, and take the focus of those that go. */
export interface ToolbarControls {
  readonly listButton: RefObject<HTMLButtonElement | null>
  readonly loadButton: RefObject<HTMLButtonElement | null>
  readonly menuButton: RefObject<HTMLButtonElement | null>
}

export function useToolbarControls(): ToolbarControls {
  const listButton = useRef<HTMLButtonElement>(null)
  const loadButton = useRef<HTMLButtonElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  return useMemo(() => ({ listButton, loadButton, menuButton }), [])
}
