import { useEffect, useRef, useState } from 'react'

/** How long the pointer rests before a tooltip is shown, in milliseconds. */
const delay = 400

/** A tooltip with its place in the window, in pixels. */
export interface ShownTooltip {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** Shows an element's tooltip once the pointer has rested on it. */
export function useTooltip(): {
  readonly shown: ShownTooltip | undefined
  /** The pointer is on an element. @param textOf returns undefined for no tooltip */
  readonly rest: (element: HTMLElement, textOf: () => string | undefined) => void
  readonly hide: () => void
} {
  const [shown, setShown] = useState<ShownTooltip>()
  const waiting = useRef<{ readonly on: HTMLElement; readonly timer: ReturnType<typeof setTimeout> }>(undefined)
  function hide(): void {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    setShown(undefined)
  }
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])
  return {
    shown,
    rest: (element, textOf) => {
      if (waiting.current?.on === element) return
      hide()
      const timer = setTimeout(() => {
        const text = element.isConnected ? textOf() : undefined
        if (text === undefined) return
        const { left, bottom } = element.getBoundingClientRect()
        setShown({ text, left: Math.max(8, left), top: bottom + 4 })
      }, delay)
      waiting.current = { on: element, timer }
    },
    hide,
  }
}
