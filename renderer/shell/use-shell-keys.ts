import { useEffect, useEffectEvent } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { profilePages, routeOfPage } from '../platform/route.ts'
import { openHelp } from './help/open-help.ts'
import { shellKey } from './shell-key.ts'
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
