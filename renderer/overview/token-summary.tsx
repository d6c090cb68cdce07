import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { TokenState } from '../../shared/model/oauth/token.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { CancelRequestButton } from '../tokens/cancel-request-button.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import { describeToken } from '../tokens/messages.ts'
import classes from './summary.module.css'

/** The token's state in short. */
export function TokenSummary({
  profile,
  token,
  now,
}: {
  readonly profile: Profile
  readonly token: TokenState
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  const { go } = useNavigation()
  const { tone, title, detail } = describeToken(token, now)
  return (
    <Panel
      title="Access token"
      actions={
        <Button size="xs" variant="subtle" onClick={() => go({ page: 'token', profileId: profile.id })}>
          Token
        </Button>
      }
    >
      <p className={classes['state']} data-tone={tone}>
        {title}
      </p>
      <p className={classes['sub']}>{detail}</p>
      {token.kind === 'requesting' && (
        <div className={classes['cancel']}>
          <CancelRequestButton profileId={profile.id} />
        </div>
      )}
    </Panel>
  )
}
