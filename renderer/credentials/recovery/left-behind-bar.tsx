import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { NoticeBar } from '../../ui/layout/notice-bar.tsx'

/** Reports that a crash may have left keys behind, and links to the page that checks them. */
export function LeftBehindBar(): ReactElement | null {
  const { data: keys = 0 } = useQuery(queries.keysLeftBehind)
  const { route, go } = useNavigation()
  if (keys === 0 || route.page === 'recovery') return null
  return (
    <NoticeBar
      icon={<IconKey size={16} aria-hidden />}
      role="note"
      actions={
        <SecondaryButton size="xs" onClick={() => go({ page: 'recovery' })}>
          Check keys
        </SecondaryButton>
      }
    >
      {keys === 1
        ? 'An operation with a private key was interrupted.'
        : `${keys} operations with private keys were interrupted.`}
    </NoticeBar>
  )
}
