/** What a shortcut of the whole window does. */
export type ShellCommand =
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
