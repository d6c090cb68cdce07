import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactElement } from 'react'
import { flavorNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Copyable } from '../../ui/text/copy-button.tsx'
import classes from './overview.module.css'

/** Renders the addresses of the profile's requests and what goes with them, folded under one line. */
export function Addresses({ profile }: { readonly profile: Profile }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  const rows = [
    { label: 'OAuth flavor', text: flavorNames[profile.flavor] },
    { label: 'Token endpoint', text: profile.tokenUrl },
    { label: 'Payments API', text: profile.apiBaseUrl },
    { label: 'Reporting API', text: profile.reportsBaseUrl },
    { label: 'Audience', text: profile.audience },
    { label: 'Scopes', text: profile.scopes },
    { label: 'Proxy', text: proxyWords(profile) },
  ].filter(({ text }) => text !== '')
  return (
    <div>
      <UnstyledButton
        className={classes['fold']}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['foldTitle']}>
          <IconChevronRight size={15} aria-hidden />
          Addresses and settings
        </span>
        <span className={classes['gist']}>
          {[flavorNames[profile.flavor], hostOf(profile), proxyWords(profile).toLowerCase()].join(' · ')}
        </span>
      </UnstyledButton>
      <div id={contentId}>
        {isOpen && (
          <Facts
            items={rows.map(({ label, text }) => ({
              label,
              value: (
                <Copyable text={text} label={`Copy ${label.toLowerCase()}`} display="flex" justify="space-between" />
              ),
            }))}
          />
        )}
      </div>
    </div>
  )
}

function hostOf({ apiBaseUrl, tokenUrl }: Profile): string {
  const address = apiBaseUrl === '' ? tokenUrl : apiBaseUrl
  return URL.canParse(address) ? new URL(address).host : address
}

function proxyWords({ proxy }: Profile): string {
  if (proxy === 'system') return 'System proxy'
  return proxy === 'none' ? 'No proxy' : `Proxy ${proxy}`
}
