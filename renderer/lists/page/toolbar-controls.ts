import { useMemo, useRef, type RefObject } from 'react'

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
