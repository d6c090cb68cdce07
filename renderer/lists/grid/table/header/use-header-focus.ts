import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { isFocusLost } from '../../../../platform/focus/focus-lost.ts'
import type { ColumnPlaces } from '../column-places.ts'
import type { TableBody } from '../body/table-body.ts'

/** Frames after which what was closed meanwhile no longer takes the focus away. */
const patience = 30

/** The keyboard's focus in the table's header. */
export interface HeaderFocus {
  /** The column whose header has the focus, or had it last. */
  readonly path: string | undefined
  readonly isTabStop: boolean
  /** Puts the focus back on a column's header if the header had it and it is lost with an element that went away. */
  readonly restore: (path: string) => void
  /** Puts the focus on a column's header, wherever that is. */
  readonly goTo: (path: string) => void
  readonly take: (path: string) => void
  readonly leave: () => void
  /** The cells are reached by Tab again. */
  readonly giveUpTabStop: () => void
}

/** @param frame what header and rows are in */
export function useHeaderFocus(
  frame: RefObject<HTMLElement | null>,
  body: TableBody | undefined,
  places: ColumnPlaces,
): HeaderFocus {
  const [path, setPath] = useState<string>()
  const [isTabStop, setTabStop] = useState(false)
  const holds = useRef(false)
  const index = path === undefined ? undefined : places.byPath.get(path)?.index
  const last = useRef({ path, index })
  const follow = useEffectEvent(() => {
    const isMoved = last.current.path === path && last.current.index !== index
    last.current = { path, index }
    if (isMoved && holds.current && path !== undefined) body?.showColumn(path)
  })
  // A column that is moved on by keys stays in sight.
  useEffect(() => follow(), [path, index])

  function focusNow(wanted: string): void {
    const headers = frame.current?.querySelectorAll<HTMLElement>('[role="columnheader"]') ?? []
    for (const header of headers) if (header.dataset['path'] === wanted) header.focus({ preventScroll: true })
  }
  function restore(wanted: string): void {
    if (holds.current && isFocusLost()) focusNow(wanted)
  }
  function keep(wanted: string, frames: number): void {
    // A menu or dialog that closes lets go of the focus a little later.
    restore(wanted)
    if (frames > 0) requestAnimationFrame(() => keep(wanted, frames - 1))
  }

  return {
    path,
    isTabStop,
    restore,
    goTo: (wanted) => {
      holds.current = true
      setPath(wanted)
      setTabStop(true)
      body?.leaveFocus()
      body?.leaveToHeader()
      body?.showColumn(wanted)
      focusNow(wanted)
      requestAnimationFrame(() => keep(wanted, patience))
    },
    take: (taken) => {
      holds.current = true
      setPath(taken)
      setTabStop(true)
      body?.leaveToHeader()
    },
    leave: () => {
      holds.current = false
    },
    giveUpTabStop: () => {
      holds.current = false
      setTabStop(false)
    },
  }
}
