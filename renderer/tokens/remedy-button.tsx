import { IconArrowRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ErrorCode } from '#shared/errors.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import type { Route } from '../platform/route.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { remedyOf, type TokenRemedy } from './token-remedy.ts'

/** Opens the page where an error can be fixed; renders nothing if there is none. */
export function RemedyButton({
  profileId,
  code,
}: {
  readonly profileId: ProfileId
  readonly code: ErrorCode
}): ReactElement | null {
  const { go } = useNavigation()
  const remedy = remedyOf(code)
  if (remedy === undefined) return null
  return (
    <SecondaryButton
      size="xs"
      rightSection={<IconArrowRight size={14} />}
      onClick={() => go(routeOf(remedy, profileId))}
    >
      {remedy.label}
    </SecondaryButton>
  )
}

function routeOf({ page, section }: TokenRemedy, profileId: ProfileId): Route {
  return page === 'edit-profile' && section !== undefined ? { page, profileId, section } : { page, profileId }
}
