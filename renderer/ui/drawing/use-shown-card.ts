import { useWindowEvent } from '@mantine/hooks'
import { useState, type DOMAttributes } from 'react'

/** What a card is shown for, and where that is in the window. */
export interface ShownCard<T> {
  readonly of: T
  readonly box: DOMRect
}

type CardEvents = Pick<DOMAttributes<Element>, 'onFocus' | 'onBlur' | 'onPointerEnter' | 'onPointerLeave'>

/** Shows a card for what the pointer or the keyboard is on. */
export function useShownCard<T>(): {
  readonly shown: ShownCard<T> | undefined
  readonly hide: () => void
  /** The events of what has a card. @param onFocus called when it gets the keyboard focus */
  readonly eventsOf: (of: T, onFocus: () => void) => CardEvents
} {
  const [shown, setShown] = useState<ShownCard<T>>()
  const hide = (): void => setShown(undefined)
  const show = (of: T, element: Element): void => setShown({ of, box: element.getBoundingClientRect() })
  // The card would be at the previous position of its subject.
  useWindowEvent('resize', hide)
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  return {
    shown,
    hide,
    eventsOf: (of, onFocus) => ({
      onFocus: (event) => {
        onFocus()
        show(of, event.currentTarget)
      },
      onBlur: hide,
      onPointerEnter: (event) => show(of, event.currentTarget),
      onPointerLeave: hide,
    }),
  }
}
