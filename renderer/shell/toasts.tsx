import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'
import classes from './toasts.module.css'

/** Shows notifications over the page's lower corner, so that nothing moves. */
export function Toasts(): ReactElement {
  return (
    <section aria-label="Notifications">
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
