import { useMemo, useRef, type RefObject } from 'react'

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
