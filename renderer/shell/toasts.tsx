import { Notifications } from '@mantine/notifications'
import { useEffect, useRef, type ReactElement } from 'react'
import classes from './toasts.module.css'

/** Shows notifications in a strip below the page, where they cover nothing; dialogs leave it free, too. */
export function Toasts(): ReactElement {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = strip
    if (current === null) return
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--clavis-toasts', `${current.offsetHeight}px`)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <section ref={strip} className={classes['strip']} aria-label="Notifications">
      <Notifications
        position="bottom-right"
        autoClose={6000}
        limit={3}
        withinPortal={false}
        classNames={{ root: classes['place'] ?? '', notification: classes['toast'] ?? '' }}
      />
    </section>
  )
}
