import { Input, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type ClientAuthentication, clientAuthenticationsOfFlavor } from '#shared/profiles/environment.ts'
import { settings } from '#shared/profiles/profile-settings.ts'
import { IconButton, SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { ProfileFormState } from './form-values.ts'
import { SettingFields } from './setting-fields.tsx'
import classes from './profile-form.module.css'

const authenticationNames: Readonly<Record<ClientAuthentication, string>> = {
  client_secret_basic: 'Client secret (HTTP Basic)',
  client_secret_post: 'Client secret (request body)',
  private_key_jwt: 'Signed assertion (JWT)',
  tls_client_auth: 'Client certificate (mutual TLS)',
}

/** Renders settings that most profiles leave at their defaults, which follow the service’s document. */
export function TokenRequestFields({ form }: { readonly form: ProfileFormState }): ReactElement {
  const authentications = clientAuthenticationsOfFlavor[form.values.flavor]
  const controls = {
    clientAuthentication: (
      <Select
        label={settings.clientAuthentication.label}
        data={authentications.map((value) => ({ value, label: authenticationNames[value] }))}
        {...form.getInputProps('clientAuthentication')}
      />
    ),
    extraTokenParameters: <ExtraParameters form={form} />,
  }
  return (
    <Panel order={2} title="Token request" description="The defaults follow the service’s document.">
      <div className={classes['fields']}>
        <SettingFields form={form} part="tokenRequest" controls={controls} />
      </div>
    </Panel>
  )
}

function ExtraParameters({ form }: { readonly form: ProfileFormState }): ReactElement {
  return (
    <div className={classes['wide']}>
      <Input.Label>Additional parameters</Input.Label>
      <Stack gap="xs">
        {form.values.extraTokenParameters.map((_parameter, index) => (
          // Rows have no identity but their place.
          <div key={index} className={classes['parameter']}>
            <TextInput
              aria-label={`Name of parameter ${index + 1}`}
              placeholder="Name"
              {...form.getInputProps(`extraTokenParameters.${index}.name`)}
            />
            <TextInput
              aria-label={`Value of parameter ${index + 1}`}
              placeholder="Value"
              {...form.getInputProps(`extraTokenParameters.${index}.value`)}
            />
            <IconButton
              label={`Remove parameter ${index + 1}`}
              icon={IconTrash}
              mt={3}
              onClick={() => form.removeListItem('extraTokenParameters', index)}
            />
          </div>
        ))}
        <div>
          <SecondaryButton
            size="xs"
            icon={IconPlus}
            data-path="extraTokenParameters"
            onClick={() => form.insertListItem('extraTokenParameters', { name: '', value: '' })}
          >
            Add parameter
          </SecondaryButton>
        </div>
      </Stack>
    </div>
  )
}
