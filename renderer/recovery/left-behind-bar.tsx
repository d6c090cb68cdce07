import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconKey } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { queries } from '../platform/calls/queries.ts'
import classes from './left-behind-bar.module.css'

/** Says that a crash may have left keys behind, and leads to the page that finds out. Nothing otherwise. */
export function LeftBehindBar(): ReactElement | null {
  const { data: keys = 0 } = useQuery(queries.keysLeftBehind)
  const { route, go } = useNavigation()
  if (keys === 0 || route.page === 'recovery') return null
  return (
    <div className={classes['bar']} role="note">
      <IconKey size={16} aria-hidden />
      <span className={classes['text']}>
        {keys === 1
          ? 'An operation with a private key was interrupted.'
          : `${keys} operations with private keys were interrupted.`}
      </span>
      <Button size="xs" variant="default" onClick={() => go({ page: 'recovery' })}>
        Check keys
      </Button>
    </div>
  )
}
