import type { ReactElement } from 'react'
import { flavorNames } from '../../shared/model/profile/environment.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { Copyable } from '../ui/text/copy-button.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'

/** Renders the addresses of the profile's requests. */
export function Endpoints({ profile }: { readonly profile: Profile }): ReactElement {
  const rows = [
    { label: 'OAuth flavor', text: flavorNames[profile.flavor] },
    { label: 'Token endpoint', text: profile.tokenUrl },
    { label: 'Payments API', text: profile.apiBaseUrl },
    { label: 'Reporting API', text: profile.reportsBaseUrl },
    { label: 'Audience', text: profile.audience },
    { label: 'Scopes', text: profile.scopes },
  ].filter(({ text }) => text !== '')
  return (
    <Panel title="Endpoints">
      <Facts
        items={rows.map(({ label, text }) => ({
          label,
          value: <Copyable text={text} label={`Copy ${label.toLowerCase()}`} />,
        }))}
      />
    </Panel>
  )
}
