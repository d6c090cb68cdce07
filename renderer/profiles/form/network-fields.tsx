import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, type ReactElement } from 'react'
import type { ProfileId } from '../../../shared/model/profile/profile.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import type { FormValues } from './form-values.ts'
import { KeptProxyPassword } from './kept-proxy-password.tsx'
import classes from './profile-form.module.css'

/** The longest password that is taken, characters: the call’s own limit. */
const longest = 10_000

/** How a profile’s calls leave this computer, and whom they trust on the way. */
export function NetworkFields({
  form,
  profileId,
  password,
  onPassword,
  isShownFirst,
}: {
  readonly form: UseFormReturnType<FormValues>
  /** Undefined while the profile is new. */
  readonly profileId: ProfileId | undefined
  /** For the profile’s own proxy, as it is typed; no part of the form’s values, which are kept as a draft. */
  readonly password: string
  readonly onPassword: (password: string) => void
  /** The person came for this. */
  readonly isShownFirst: boolean
}): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShownFirst) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [isShownFirst])
  return (
    <div ref={place} className={classes['section']}>
      <Panel order={2} title="Network" description="How calls leave this computer, and whom they trust on the way.">
        <div className={classes['fields']}>
          <Select
            label="Proxy"
            data={[
              { value: 'system', label: 'As the system says' },
              { value: 'none', label: 'None' },
              { value: 'address', label: 'One of its own' },
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
                description="Where the proxy asks for one (Basic)."
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('proxyUser')}
              />
              <div>
                <PasswordInput
                  label="Password"
                  description={
                    profileId === undefined
                      ? 'Goes into this computer’s keychain; not shown again.'
                      : 'Goes into the keychain; empty keeps the one that is there.'
                  }
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={longest}
                  value={password}
                  onChange={(event) => onPassword(event.currentTarget.value)}
                />
                {profileId !== undefined && <KeptProxyPassword profileId={profileId} />}
              </div>
              <TextInput
                className={classes['wide'] ?? ''}
                label="Not through the proxy"
                description="Names with all below them, addresses or networks, <local> for names without a dot, * for everything. This computer itself never is."
                placeholder="intranet.example.com, .acme.example, 10.0.0.0/8, <local>"
                spellCheck={false}
                {...form.getInputProps('proxyExceptions')}
              />
            </>
          )}
          <Textarea
            className={`${classes['wide'] ?? ''} ${classes['pem'] ?? ''}`}
            label="Further certificate authorities (PEM)"
            description="Trusted for this profile beside the system’s own, for example a company’s proxy that looks into connections."
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            placeholder="-----BEGIN CERTIFICATE-----"
            {...form.getInputProps('certificateAuthorities')}
          />
          <TextInput
            className={classes['wide'] ?? ''}
            label="Path of the connection test"
            description="Below the API base address."
            spellCheck={false}
            {...form.getInputProps('helloPath')}
          />
        </div>
      </Panel>
    </div>
  )
}
