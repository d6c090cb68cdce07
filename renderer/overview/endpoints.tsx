import type { ReactElement } from 'react'
import { flavorNames } from '../../shared/model/profile/environment.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import classes from './summary.module.css'

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
      <dl className={classes['endpoints']}>
        {rows.map(({ label, text }) => (
          <div key={label} className={classes['endpoint']}>
            <dt className={classes['endpointName']}>{label}</dt>
            <dd className={classes['endpointValue']}>
              <Mono>{text}</Mono>
              <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
