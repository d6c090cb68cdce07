import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, type ReactElement } from 'react'
import { outdatedSecretMessage } from '#shared/profiles/profile.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import type { FormValues } from './form-values.ts'
import { KeptProxyPassword } from './kept-proxy-password.tsx'
import classes from './profile-form.module.css'

/** Maximum length of a password, characters: the limit of the call. */
const maxLength = 10_000

/** Renders the fields for proxy and trusted authorities of a profile’s calls. */
export function NetworkFields({
  form,
  profileId,
  password,
  onPassword,
  isShownFirst,
  isProxyChanged,
}: {
  readonly form: UseFormReturnType<FormValues>
  /** Undefined while the profile is new. */
  readonly profileId: ProfileId | undefined
  /** Password for the profile’s own proxy; not part of the form’s values, which are saved as a draft. */
  readonly password: string
  readonly onPassword: (password: string) => void
  /** Whether the person came for these fields. */
  readonly isShownFirst: boolean
  /** Whether saving deletes a stored password, because it was given to another proxy. */
  readonly isProxyChanged: boolean
}): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShownFirst) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [isShownFirst])
  return (
    <div ref={place} className={classes['section']}>
      <Panel
        order={2}
        title="Network"
        description="Proxy and trusted certificate authorities for this profile’s calls."
      >
        <div className={classes['fields']}>
          <Select
            label="Proxy"
            data={[
              { value: 'system', label: 'System' },
              { value: 'none', label: 'None' },
              { value: 'address', label: 'Custom proxy' },
            ]}
            {...form.getInputProps('proxyKind')}
          />
          {form.values.proxyKind === 'address' && (
            <>
              <TextInput
                label="Proxy address"
                placeholder="http://proxy.example.com:3128"
                spellCheck={false}
                {...form.getInputProps('proxyAddress')}
              />
              <TextInput
                label="User name"
                description="If the proxy requires one (Basic)."
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('proxyUser')}
              />
              <div>
                <PasswordInput
                  label="Password"
                  description={
                    isProxyChanged
                      ? outdatedSecretMessage('proxy password')
                      : profileId === undefined
                        ? 'Stored in your keychain. Not shown again.'
                        : 'Stored in your keychain. Leave empty to keep the current one.'
                  }
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={maxLength}
                  value={password}
                  onChange={(event) => onPassword(event.currentTarget.value)}
                />
                {profileId !== undefined && <KeptProxyPassword profileId={profileId} />}
              </div>
              <TextInput
                className={classes['wide'] ?? ''}
                label="Bypass proxy for"
                description="Hosts with their subdomains, addresses or networks; <local> for names without a dot, * for everything. localhost is always bypassed."
                placeholder="intranet.example.com, .acme.example, 10.0.0.0/8, <local>"
                spellCheck={false}
                {...form.getInputProps('proxyExceptions')}
              />
            </>
          )}
          <Textarea
            className={`${classes['wide'] ?? ''} ${classes['pem'] ?? ''}`}
            label="Additional trusted CAs (PEM)"
            description="Trusted for this profile in addition to the system’s, for example the CA of a TLS-inspecting proxy."
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            placeholder="-----BEGIN CERTIFICATE-----"
            {...form.getInputProps('certificateAuthorities')}
          />
          <TextInput
            className={classes['wide'] ?? ''}
            label="Connection test path"
            description="Relative to the API base address."
            spellCheck={false}
            {...form.getInputProps('helloPath')}
          />
        </div>
      </Panel>
    </div>
  )
}
