import { useEffect, useEffectEvent } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { profilePages, routeOfPage } from '../platform/route.ts'
import { openHelp } from './help/open-help.ts'
import { useSidebar } from './sidebar/use-sidebar.ts'

const isMac = navigator.userAgent.includes('Mac')

/** The shortcuts that work on every page, unless a dialog is open. */
export function useShellKeys(profileId: ProfileId | undefined): void {
  const { go } = useNavigation()
  const { sidebar, changeSidebar } = useSidebar()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (document.querySelector('[aria-modal="true"]') !== null) return
    const command = shellKey(event, { isMac, isTyping: isTextField(event.target) })
    if (command === undefined) return
    event.preventDefault()
    switch (command.kind) {
      case 'help':
        openHelp('shortcuts')
        break
      case 'settings':
        go({ page: 'settings' })
        break
      case 'sidebar':
        changeSidebar({ isHidden: !sidebar.isHidden })
        break
      case 'history':
        history.go(command.step)
        break
      case 'page': {
        const page = profilePages[command.index]
        if (profileId !== undefined && page !== undefined) go(routeOfPage(profileId, page))
      }
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, [contenteditable="true"]')
}

type ShellCommand =
  | { readonly kind: 'help' | 'settings' | 'sidebar' }
  /** -1: back; 1: forward */
  | { readonly kind: 'history'; readonly step: -1 | 1 }
  /** The page of the profile, from 0. */
  | { readonly kind: 'page'; readonly index: number }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns what pressed keys do on every page; undefined if nothing. @param place whether text is being typed */
export function shellKey(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed,
  { isMac, isTyping }: { readonly isMac: boolean; readonly isTyping: boolean },
): ShellCommand | undefined {
  const hasCommand = isMac ? metaKey : ctrlKey
  const hasOther = isMac ? ctrlKey : metaKey
  if (hasOther) return undefined
  if (hasCommand) {
    if (altKey || shiftKey) return undefined
    if (key === ',') return { kind: 'settings' }
    if (key.toLowerCase() === 'b') return { kind: 'sidebar' }
    return /^[1-9]$/u.test(key) ? { kind: 'page', index: Number(key) - 1 } : undefined
  }
  if (altKey) {
    // On macOS these keys move by words.
    if (shiftKey || (isMac && isTyping)) return undefined
    if (key === 'ArrowLeft') return { kind: 'history', step: -1 }
    return key === 'ArrowRight' ? { kind: 'history', step: 1 } : undefined
  }
  return key === 'F1' || (key === '?' && !isTyping) ? { kind: 'help' } : undefined
}
