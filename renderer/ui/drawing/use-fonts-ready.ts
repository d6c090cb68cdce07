import { useEffect, useState } from 'react'

/** Draws again once the window's font is loaded, which words are measured in. */
export function useFontsReady(): void {
  const [, setReady] = useState(false)
  useEffect(() => {
    void document.fonts.ready.then(() => setReady(true))
  }, [])
}
