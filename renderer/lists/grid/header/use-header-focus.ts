import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { isFocusLost } from '../../../platform/focus-lost.ts'
import type { TableBody } from '../body/table-body.ts'
import type { ColumnPlaces } from '../column-places.ts'

/** Number of frames after which something closed no longer takes the focus away. */
const patience = 30

export interface HeaderFocus {
  /** The column whose header has the focus, or had it last. */
  readonly path: string | undefined
  readonly isTabStop: boolean
  /** Restores a header's focus if it was lost with a removed element. */
  readonly restore: (path: string) => void
  readonly goTo: (path: string) => void
  readonly take: (path: string) => void
  readonly leave: () => void
  /** Makes Tab reach the cells again. */
  readonly giveUpTabStop: () => void
}

/** @param frame contains header and rows */
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
  // A column moved by keys stays in view.
  useEffect(() => follow(), [path, index])

  function focusNow(wanted: string): void {
    const headers = frame.current?.querySelectorAll<HTMLElement>('[role="columnheader"]') ?? []
    for (const header of headers) if (header.dataset['path'] === wanted) header.focus({ preventScroll: true })
  }
  function restore(wanted: string): void {
    if (holds.current && isFocusLost()) focusNow(wanted)
  }
  function keep(wanted: string, frames: number): void {
    // A closing menu or dialog releases the focus a little later.
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
