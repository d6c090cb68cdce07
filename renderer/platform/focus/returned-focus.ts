import { useEffect } from 'react'
import { isFocusLost, standIn } from './focus-lost.ts'
import { focusPage } from './page-focus.ts'

/** How many elements are remembered that had the focus. */
const most = 20

/** How long whatever takes the place of an element has to take the focus too, milliseconds. */
const patience = 30

/** Charts are of SVG, and their groups have the focus as buttons do. */
type Focusable = HTMLElement | SVGElement

/** An element that had the keyboard’s focus, and the page’s address then. */
interface Focused {
  readonly element: Focusable
  readonly address: string
}

/**
 * Gives the keyboard’s focus back where the element that has it goes, is hidden or is disabled and nothing takes its
 * place: a dialog that closes, a button that goes as it is pressed. The element that had it last and still can have it
 * gets it, in the dialog that is open if one is, else the page itself; a choice between pages keeps it in the page that it
 * leads to, and a dialog that leads to another page gives it to that one. Otherwise the keys would lead nowhere, and Tab to
 * the window’s beginning.
 */
export function useReturnedFocus(): void {
  useEffect(() => {
    /** The latest last. */
    let had: Focused[] = []
    function remember({ target }: FocusEvent): void {
      if (!isFocusable(target) || target.hasAttribute(standIn)) return
      const others = had.filter(({ element }) => element !== target && element.isConnected)
      had = [...others.slice(1 - most), { element: target, address: location.hash }]
    }
    function giveBack({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null || !isFocusable(target)) return
      const address = location.hash
      // A table and the record beside it hand it on to those of a new reading, which may be long in coming.
      const isHandedOn = target.closest('[data-own-focus]') !== null
      const isDisabled = target.matches(':disabled')
      const isOfDialog = target.closest('[role="dialog"]') !== null
      const hasLedElsewhere = isOfDialog && had.some((each) => each.element === target && each.address !== address)
      setTimeout(() => {
        // Another page has other things to do, and whoever clicked beside everything wants nothing to have it.
        if (!isFocusLost() || location.hash !== address) return
        if (canHaveFocus(target)) {
          if (isDisabled) target.focus({ preventScroll: true })
          return
        }
        if (isHandedOn && !target.isConnected) return
        const dialog = openDialog()
        const isElsewhere = hasLedElsewhere && dialog === undefined
        const instead = isElsewhere ? dialogOpener(had) : chosenInstead(target)
        instead?.focus({ preventScroll: true })
        if (!isFocusLost()) return
        const places = had.filter((each) => each.address === address && (dialog?.contains(each.element) ?? true))
        for (const { element } of places.toReversed()) {
          focusable(element)?.focus({ preventScroll: true })
          if (!isFocusLost()) return
        }
        if (dialog === undefined) focusPage()
        else dialog.focus({ preventScroll: true })
        if (dialog === undefined && target.matches(':disabled')) takeBackOnceEnabled(target, address)
      }, patience)
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', giveBack)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', giveBack)
    }
  }, [])
}

/** Where a dialog led to another page: what opens that dialog there. */
function dialogOpener(had: readonly Focused[]): HTMLElement | null {
  const opener = had.findLast(({ element }) => element.closest('[role="dialog"]') === null)?.element
  const name = opener?.ariaLabel ?? ''
  const alike = name === '' ? null : document.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(name)}"]`)
  return alike !== null && canHaveFocus(alike) ? alike : null
}

function isFocusable(target: EventTarget | null): target is Focusable {
  return target instanceof HTMLElement || target instanceof SVGElement
}

/** A button that is disabled while it works gets the focus back after that, where nothing else has it by then. */
function takeBackOnceEnabled(element: Focusable, address: string): void {
  const observer = new MutationObserver(() => {
    if (element.matches(':disabled')) return
    observer.disconnect()
    if (isFocusLost() && location.hash === address && canHaveFocus(element)) element.focus({ preventScroll: true })
  })
  observer.observe(element, { attributeFilter: ['disabled'] })
}

/** Where the element was a choice between pages, which each of them has: what is chosen in the one that is there now. */
function chosenInstead(element: Focusable): HTMLElement | null {
  const name = element.closest('[role="radiogroup"]')?.ariaLabel ?? ''
  if (element.isConnected || name === '') return null
  return document.querySelector<HTMLElement>(`[role="radiogroup"][aria-label="${CSS.escape(name)}"] input:checked`)
}

/** The dialog in front of everything else. */
function openDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)
}

/** What of a place gets the focus: in a table the cell that Tab leads to, since its elements show other rows by and by. */
function focusable(element: Focusable): Focusable | null {
  const grid = element.closest('[role="grid"]')
  const place = grid === null ? element : grid.querySelector<HTMLElement>('[tabindex="0"]')
  return place !== null && canHaveFocus(place) ? place : null
}

function canHaveFocus(element: Focusable): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
}
