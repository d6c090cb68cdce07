import { Group, Title } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly order?: 1 | 2
}

/**
 * Renders a page's heading with its actions. Below a profile's header, whose name is the `h1`, it is an `h2`; a page
 * without a profile passes `order={1}`. Panels below are `h3`.
 */
export function PageHeader({ title, description, actions, order = 2 }: PageHeaderProps): ReactElement {
  return (
    <Group component="header" align="flex-start" justify="space-between" gap="12px 24px">
      <div className={classes['words']}>
        <Title order={order} size={order === 1 ? 'h1' : 'h2'}>
          {title}
        </Title>
        {description !== undefined && <p className={classes['description']}>{description}</p>}
      </div>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
