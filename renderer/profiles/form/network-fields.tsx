import { PasswordInput, Select, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { settings } from '#shared/profiles/profile-settings.ts'
import { outdatedSecretMessage, type ProfileId } from '#shared/profiles/profile.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { isOtherHost, type FormValues, type ProfileFormState } from './form-values.ts'
import { KeptProxyPassword } from './kept-proxy-password.tsx'
import { SettingField, SettingFields } from './setting-fields.tsx'
import classes from './profile-form.module.css'

/** Maximum length of a password, characters: the limit of the call. */
const maxLength = 10_000

interface ProxyFieldsProps {
  readonly form: ProfileFormState
  readonly initialValues: FormValues
  /** Undefined while the profile is new. */
  readonly profileId: ProfileId | undefined
  /** Password for the profile’s own proxy; not part of the form’s values, which are saved as a draft. */
  readonly password: string
  readonly onPassword: (password: string) => void
}

/** Renders the fields for proxy and trusted authorities of a profile’s calls. */
export function NetworkFields(proxy: ProxyFieldsProps): ReactElement {
  const { form } = proxy
  const controls = {
    proxy: <ProxyFields {...proxy} />,
    // Among the proxy’s.
    proxyUser: null,
    proxyExceptions: null,
    helloPath: <SettingField form={form} name="helloPath" className={classes['wide'] ?? ''} />,
  }
  return (
    <div className={classes['section']}>
      <Panel
        order={2}
        title="Network"
        description="Proxy and trusted certificate authorities for this profile’s calls."
      >
        <div className={classes['fields']}>
          <SettingFields form={form} part="network" controls={controls} />
        </div>
      </Panel>
    </div>
  )
}

function ProxyFields({ form, initialValues, profileId, password, onPassword }: ProxyFieldsProps): ReactElement {
  const { proxyKind, proxyAddress } = form.values
  // Saving deletes a stored password, because it was given to another proxy.
  const isProxyChanged = initialValues.proxyUser !== '' && isOtherHost(initialValues.proxyAddress, proxyAddress)
  return (
    <>
      <Select
        label={settings.proxy.label}
        data={[
          { value: 'system', label: 'System' },
          { value: 'none', label: 'None' },
          { value: 'address', label: 'Custom proxy' },
        ]}
        {...form.getInputProps('proxyKind')}
      />
      {proxyKind === 'address' && (
        <>
          <TextInput
            label="Proxy address"
            placeholder="http://proxy.example.com:3128"
            spellCheck={false}
            {...form.getInputProps('proxyAddress')}
          />
          <SettingField
            form={form}
            name="proxyUser"
            label="User name"
            description="If the proxy requires one (Basic)."
            autoComplete="off"
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
          <SettingField
            form={form}
            name="proxyExceptions"
            className={classes['wide'] ?? ''}
            label="Bypass proxy for"
            description="Hosts with their subdomains, addresses or networks; <local> for names without a dot, * for everything. localhost is always bypassed."
            placeholder="intranet.example.com, .acme.example, 10.0.0.0/8, <local>"
          />
        </>
      )}
    </>
  )
}
