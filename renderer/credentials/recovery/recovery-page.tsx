import { Loader } from '@mantine/core'
import { IconKey, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { EmptyState } from '../../ui/controls/empty-state.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { PageBody } from '../../ui/layout/page-body.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { KeyTable } from './key-table.tsx'

/** Renders every private key in the keychain with its profile, and actions for those without one. */
export function RecoveryPage(): ReactElement {
  const keys = useQuery(queries.recoverableKeys)
  const client = useQueryClient()
  // Listing the keys settles what their traces only suggested.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: queries.keysLeftBehind.queryKey })
  }, [client, keys.dataUpdatedAt])
  const open = keys.data?.filter(({ state }) => state !== 'assigned') ?? []
  const assigned = keys.data?.filter(({ state }) => state === 'assigned') ?? []
  return (
    <PageBody>
      <PageHeader
        order={1}
        title="Key recovery"
        description="Compares the private keys in your keychain with your profiles. A key that was left behind by a crash can be attached to its profile or deleted."
        actions={
          <SecondaryButton icon={IconRefresh} loading={keys.isFetching} onClick={() => void keys.refetch()}>
            Reload
          </SecondaryButton>
        }
      />
      {keys.isError && <ErrorPanel error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && (
        <Later>
          <Loader size="sm" aria-label="Loading keys" />
        </Later>
      )}
      {keys.isSuccess && open.length === 0 && (
        <EmptyState icon={<IconKey size={26} />} title="All keys are assigned">
          {assigned.length === 0
            ? 'There are no Clavis keys in your keychain.'
            : 'Every key in your keychain belongs to a profile, and no profile is missing its key.'}
        </EmptyState>
      )}
      {open.length > 0 && (
        <Panel
          order={2}
          title="Keys that need attention"
          description="If you use Clavis with another data folder on this computer, its keys are listed as unassigned here. Don’t delete those."
        >
          <KeyTable keys={open} label="Keys that need attention" />
        </Panel>
      )}
      {assigned.length > 0 && (
        <Panel order={2} title="Assigned keys">
          <KeyTable keys={assigned} label="Assigned keys" />
        </Panel>
      )}
    </PageBody>
  )
}
