import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Mono } from '../ui/mono.tsx'
import { Panel } from '../ui/panel.tsx'
import { RemedyButton } from './remedy-button.tsx'
import classes from './token-page.module.css'

/** What would be sent, without sending it: secrets and signatures left out. */
export function TokenPreview({ profile }: { readonly profile: Profile }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const preview = useQuery({
    queryKey: ['token-preview', profile.id, profile.revision],
    queryFn: () => call('tokens.preview', { profileId: profile.id }),
    enabled: isOpen,
    // It carries the time of its making, so that it is made anew each time it is opened.
    gcTime: 0,
  })
  return (
    <Panel
      title="What would be sent"
      description="The request as it would go out now. Secrets and signatures are left out."
      actions={
        <>
          {isOpen && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              Make anew
            </Button>
          )}
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Show'}
          </Button>
        </>
      }
    >
      {!isOpen && (
        <p className={classes['quiet']}>
          Method, address, headers, form parameters
          {profile.flavor === 'basic' ? '' : ', and the assertion that is signed'}: compare them with what the service
          expects.
        </p>
      )}
      {isOpen && preview.isError && (
        <ErrorPanel
          error={preview.error}
          actions={
            preview.error instanceof ClavisError && <RemedyButton profileId={profile.id} code={preview.error.code} />
          }
          onRetry={() => void preview.refetch()}
        />
      )}
      {isOpen && preview.data !== undefined && (
        <div className={classes['preview']}>
          <p className={classes['request']}>
            <strong>{preview.data.method}</strong> <Mono>{preview.data.url}</Mono>
          </p>
          {preview.data.mutualTls && (
            <p className={classes['quiet']}>The connection presents the active credential’s certificate.</p>
          )}
          <Pairs title="Headers" items={preview.data.headers} />
          <Pairs title="Form parameters" items={preview.data.parameters} />
          {preview.data.assertion !== undefined && (
            <div className={classes['columns']}>
              <div>
                <h4 className={classes['heading']}>Assertion header</h4>
                <JsonTree text={preview.data.assertion.header} label="Assertion header" />
              </div>
              <div>
                <h4 className={classes['heading']}>Assertion claims</h4>
                <JsonTree text={preview.data.assertion.claims} label="Assertion claims" />
              </div>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}

function Pairs({
  title,
  items,
}: {
  readonly title: string
  readonly items: readonly { readonly name: string; readonly value: string }[]
}): ReactElement {
  return (
    <div>
      <h4 className={classes['heading']}>{title}</h4>
      <dl className={classes['pairs']}>
        {items.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
