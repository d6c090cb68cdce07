import { useEffect } from 'react'
import { isFocusLost, standIn } from './focus-lost.ts'
import { focusPage } from './page-focus.ts'

/** Number of remembered elements that had the focus. */
const maxRemembered = 20

/** How long a replacement of an element may take to get the focus, milliseconds. */
const patience = 30

/** Charts are of SVG, and their groups have the focus as buttons do. */
type Focusable = HTMLElement | SVGElement

/** An element that had the keyboard’s focus, and the page’s address then. */
interface Focused {
  readonly element: Focusable
  readonly address: string
  /** What it belongs to: if the element is gone, its next action gets the focus. */
  readonly scope: HTMLElement | null
}

/**
 * Restores the focus when its element is removed, hidden or disabled and nothing replaces it, for example when a dialog
 * closes or a button disappears when pressed. The last element that had it and can have it gets it, in the open dialog
 * if there is one, else the page itself. In a `data-focus-scope` the next action takes the place of one that is done; a choice between pages keeps it on the page it opens, and a dialog that opens
 * another page gives it to that one. Otherwise keys would do nothing, and Tab would start at the top of the window.
 */
export function useReturnedFocus(): void {
  useEffect(() => {
    /** The latest last. */
    let had: Focused[] = []
    function remember({ target }: FocusEvent): void {
      if (!isFocusable(target) || target.hasAttribute(standIn)) return
      const others = had.filter(
        ({ element, scope }) => element !== target && (element.isConnected || scope?.isConnected === true),
      )
      const scope = target.closest<HTMLElement>('[data-focus-scope]')
      had = [...others.slice(1 - maxRemembered), { element: target, address: location.hash, scope }]
    }
    function giveBack({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null || !isFocusable(target)) return
      const address = location.hash
      // A table and the record beside it pass it on to those of a reloaded list, which may take long.
      const isHandedOn = target.closest('[data-own-focus]') !== null
      const isDisabled = target.matches(':disabled')
      const isOfDialog = target.closest('[role="dialog"]') !== null
      const leadsToPage = target.closest('[data-leads-to-page]') !== null
      const hasLedElsewhere = isOfDialog && had.some((each) => each.element === target && each.address !== address)
      setTimeout(() => {
        // Another page has its own focus, and a click on empty space removes it on purpose.
        if (!isFocusLost() || location.hash !== address) return
        if (canHaveFocus(target)) {
          if (isDisabled) target.focus({ preventScroll: true })
          return
        }
        if (isHandedOn && !target.isConnected) return
        const dialog = openDialog()
        const isElsewhere = hasLedElsewhere && dialog === undefined
        const instead = isElsewhere && !leadsToPage ? dialogOpener(had) : chosenInstead(target)
        instead?.focus({ preventScroll: true })
        if (!isFocusLost()) return
        const places = had.filter((each) => each.address === address && (dialog?.contains(each.element) ?? true))
        const scope = places.findLast((each) => each.scope?.isConnected === true)?.scope ?? undefined
        // While a step works, its own button or the next step's is waited for.
        const isStep = target.matches(':disabled') && places.some((each) => each.element === target && each.scope)
        for (const each of isStep ? [] : places.toReversed()) {
          const isDone = !each.element.isConnected && each.scope?.isConnected === true
          const place = isDone ? nextButton(each.scope) : focusable(each.element)
          place?.focus({ preventScroll: true })
          if (!isFocusLost()) return
          if (isDone) break
        }
        if (dialog === undefined) focusPage()
        else dialog.focus({ preventScroll: true })
        if (dialog === undefined && (target.matches(':disabled') || scope !== undefined))
          takeBackOnceEnabled(target, scope, address)
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

/** Returns the element that opens a dialog on the page to which the dialog led. */
function dialogOpener(had: readonly Focused[]): HTMLElement | null {
  // A menu that led to the dialog may have closed late, and its items are remembered then.
  const opener = had.findLast(({ element }) => element.closest('[role="dialog"], [role="menu"]') === null)?.element
  const name = opener?.ariaLabel ?? ''
  const alike = name === '' ? null : document.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(name)}"]`)
  return alike !== null && canHaveFocus(alike) ? alike : null
}

function isFocusable(target: EventTarget | null): target is Focusable {
  return target instanceof HTMLElement || target instanceof SVGElement
}

/**
 * Returns the focus to a button that was disabled while it worked, or to the next action if its own is done by then,
 * unless something else has it.
 */
function takeBackOnceEnabled(element: Focusable, scope: HTMLElement | undefined, address: string): void {
  const takeBack = (): boolean => {
    const place = element.isConnected || scope === undefined ? element : nextButton(scope)
    if (place === undefined || place.matches(':disabled')) return false
    if (isFocusLost() && location.hash === address && canHaveFocus(place)) place.focus({ preventScroll: true })
    return true
  }
  // The next action may be there already: on a busy computer, the browser notices late that a disabled button lost the focus.
  if (takeBack()) return
  const observer = new MutationObserver(() => {
    if (takeBack()) observer.disconnect()
  })
  observer.observe(element, { attributeFilter: ['disabled'] })
  if (scope !== undefined) observer.observe(scope, { attributeFilter: ['disabled'], childList: true, subtree: true })
}

/** Returns the choice on the new page, if the old one was a choice between pages that both have. */
function chosenInstead(element: Focusable): HTMLElement | null {
  const name = element.closest<HTMLElement>('[data-page-choice]')?.dataset['pageChoice']
  if (element.isConnected || name === undefined) return null
  return document.querySelector<HTMLElement>(`button[data-page-choice="${CSS.escape(name)}"]`)
}

/** Returns the main button of what is to be done next, the last one; undefined while it is disabled. */
function nextButton(scope: HTMLElement | null): HTMLElement | undefined {
  const button = [...(scope?.querySelectorAll<HTMLElement>('[data-next-action] button') ?? [])].at(-1)
  return button !== undefined && canHaveFocus(button) ? button : undefined
}

function openDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)
}

/** Returns the element that gets the focus: in a table its current cell, because the elements of rows are reused. */
function focusable(element: Focusable): Focusable | null {
  const grid = element.closest('[role="grid"]')
  const place = grid === null ? element : grid.querySelector<HTMLElement>('[tabindex="0"]')
  return place !== null && canHaveFocus(place) ? place : null
}

function canHaveFocus(element: Focusable): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
}
