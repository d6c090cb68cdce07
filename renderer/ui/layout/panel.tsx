import { Group, Title } from '@mantine/core'
import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** The level of its heading: one below the page’s own. */
  readonly order?: 2 | 3
  readonly children: ReactNode
}

/** A surface that holds one subject. With a title it is a region of that name. */
export function Panel({ title, description, actions, order = 3, children }: PanelProps): ReactElement {
  const titleId = useId()
  const hasHead = title !== undefined || description !== undefined || actions !== undefined
  return (
    <section className={classes['panel']} aria-labelledby={title === undefined ? undefined : titleId}>
      {hasHead && (
        <div className={classes['head']}>
          <div className={classes['words']}>
            {title !== undefined && (
              <Title order={order} size="h3" id={titleId}>
                {title}
              </Title>
            )}
            {description !== undefined && <p className={classes['description']}>{description}</p>}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </div>
      )}
      <div className={classes['body']}>{children}</div>
    </section>
  )
}
