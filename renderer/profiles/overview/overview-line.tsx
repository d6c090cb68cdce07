import { Title } from '@mantine/core'
import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './overview.module.css'

interface OverviewLineProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Renders one line of the overview: what it is about, how it stands, and one thing to do. */
export function OverviewLine({ title, action, children }: OverviewLineProps): ReactElement {
  const titleId = useId()
  return (
    <section className={classes['line']} aria-labelledby={titleId}>
      <Title order={3} fz="sm" id={titleId} className={classes['title'] ?? ''}>
        {title}
      </Title>
      <div className={classes['words']}>{children}</div>
      <div className={classes['action']}>{action}</div>
    </section>
  )
}
