import { useEffect, useEffectEvent } from 'react'

/**
 * Runs work when the window closes or its page is reloaded, with the newest values: for changes that are stored after a delay.
 * @param work starts its calls at once; main still receives them, but no answer arrives
 */
export function useOnPageLeave(work: () => void): void {
  const leave = useEffectEvent(work)
  useEffect(() => {
    const listener = (): void => leave()
    addEventListener('pagehide', listener)
    return () => removeEventListener('pagehide', listener)
  }, [])
}
