import { useEffect, useRef } from 'react'
import { isFocusLost, standIn } from './focus-lost.ts'

/** How long a page may take to set the focus itself, milliseconds. */
const patience = 60

/** Moves the focus to the current page if nothing has it. */
export function focusPage(): void {
  const page = document.getElementById('content')
  if (page === null || !isFocusLost()) return
  page.setAttribute(standIn, '')
  page.addEventListener('blur', () => page.removeAttribute(standIn), { once: true })
  page.focus({ preventScroll: true })
}

/**
 * Moves the focus to a new page when the person navigated with an element of the old one: Tab then enters it, and the
 * arrow keys scroll it. A page may then set the focus elsewhere.
 * @param path the page’s address
 */
export function usePageFocus(path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const timer = setTimeout(focusPage, patience)
    return () => clearTimeout(timer)
  }, [path])
}
