import { Title } from '@mantine/core'
import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './subject-line.module.css'

interface SubjectLineProps {
  readonly title: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Renders one line: what it is about, how it stands, and one thing to do. Its list has the class `lines`. */
export function SubjectLine({ title, action, children }: SubjectLineProps): ReactElement {
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
