import { Checkbox, Input, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type ClientAuthentication, clientAuthenticationsOfFlavor } from '#shared/profiles/environment.ts'
import { IconButton, SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { FormValues } from './form-values.ts'
import classes from './profile-form.module.css'

type Form = UseFormReturnType<FormValues>

const authenticationNames: Readonly<Record<ClientAuthentication, string>> = {
  client_secret_basic: 'Client secret (HTTP Basic)',
  client_secret_post: 'Client secret (request body)',
  private_key_jwt: 'Signed assertion (JWT)',
  tls_client_auth: 'Client certificate (mutual TLS)',
}

/** Renders settings that most profiles leave at their defaults, which follow the service’s document. */
export function TokenRequestFields({ form }: { readonly form: Form }): ReactElement {
  const { flavor, clientAuthentication } = form.values
  const signs = clientAuthentication === 'private_key_jwt'
  return (
    <Panel order={2} title="Token request" description="The defaults follow the service’s document.">
      <div className={classes['fields']}>
        <Select
          label="Client authentication"
          data={clientAuthenticationsOfFlavor[flavor].map((value) => ({ value, label: authenticationNames[value] }))}
          {...form.getInputProps('clientAuthentication')}
        />
        {signs && (
          <NumberInput
            label="Assertion lifetime (seconds)"
            description="5 seconds to 8 hours. Default: 30."
            allowDecimal={false}
            {...form.getInputProps('assertionLifetimeSeconds')}
          />
        )}
        {signs && (
          <TextInput
            label="Key ID (kid)"
            description="Default: the thumbprint confirmed with the portal, or SHA-1 of the active certificate."
            {...form.getInputProps('kid')}
          />
        )}
        <TextInput label="Audience parameter name" {...form.getInputProps('targetParameter')} />
        <TextInput label="Scope parameter name" {...form.getInputProps('scopeParameter')} />
        {signs && (
          <Checkbox
            className={classes['wide'] ?? ''}
            label="Unique ID (jti)"
            description="Added to each assertion."
            {...form.getInputProps('includeJti', { type: 'checkbox' })}
          />
        )}
        {clientAuthentication === 'private_key_jwt' && (
          <Checkbox
            className={classes['wide'] ?? ''}
            label="Use the server’s time"
            description="Only if this computer’s clock is wrong."
            {...form.getInputProps('followServiceClock', { type: 'checkbox' })}
          />
        )}
        {clientAuthentication !== 'tls_client_auth' && (
          <Checkbox
            className={classes['wide'] ?? ''}
            label="Send client_id in the body"
            {...form.getInputProps('includeClientId', { type: 'checkbox' })}
          />
        )}
        <ExtraParameters form={form} />
      </div>
    </Panel>
  )
}

function ExtraParameters({ form }: { readonly form: Form }): ReactElement {
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
            onClick={() => form.insertListItem('extraTokenParameters', { name: '', value: '' })}
          >
            Add parameter
          </SecondaryButton>
        </div>
      </Stack>
    </div>
  )
}
