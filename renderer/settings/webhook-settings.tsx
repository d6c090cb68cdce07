import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactElement } from 'react'
import type { WarningSettings as Settings } from '#shared/expiry/warning-schemas.ts'
import { endpointUrlSchema } from '#shared/profiles/address.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { InlineForm } from '../ui/controls/inline-form.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { switchLook } from './change-settings.ts'

interface WebhookSettingsProps {
  readonly warnings: Settings
  /** Saves changes; returns whether that succeeded. */
  readonly change: (changes: Partial<Settings>) => Promise<boolean>
}

/** The webhook: an address that each warning is posted to. */
export function WebhookSettings({ warnings, change }: WebhookSettingsProps): ReactElement {
  const { data: overview } = useQuery(queries.expiry)
  const [url, setUrl] = useState(warnings.webhookUrl)
  const parsed = endpointUrlSchema.safeParse(url)
  const [lacksAddress, setLacksAddress] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const missing = lacksAddress ? 'Enter an address to turn on the webhook.' : undefined
  const complaint = url.trim() === '' ? missing : parsed.error?.issues[0]?.message
  const isKept = url.trim() === warnings.webhookUrl
  const test = useMutation({
    mutationFn: () => call('expiry.testWebhook'),
    onSuccess: () => notifySuccess('Test message delivered.'),
  })
  function save(): void {
    if (url.trim() === '') void change({ webhookUrl: '', webhook: false })
    else if (parsed.data !== undefined) void change({ webhookUrl: parsed.data, webhook: true })
  }
  const state = overview?.webhook
  return (
    <Stack gap={10}>
      <Switch
        {...switchLook}
        checked={warnings.webhook}
        label="Webhook"
        description="Posts each warning as JSON with a “text” for chat apps. Failed deliveries are retried for two weeks."
        onChange={({ currentTarget: { checked } }) => {
          setLacksAddress(warnings.webhookUrl === '')
          if (warnings.webhookUrl === '') field.current?.focus()
          else void change({ webhook: checked })
        }}
      />
      <InlineForm onSubmit={save}>
        <TextInput
          ref={field}
          flex="1 1 280px"
          aria-label="Webhook address"
          placeholder="https://hooks.example.com/clavis"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={complaint}
        />
        <SecondaryButton type="submit" disabled={isKept || complaint !== undefined}>
          Save address
        </SecondaryButton>
        <SecondaryButton
          icon={IconSend}
          loading={test.isPending}
          disabled={!isKept || warnings.webhookUrl === ''}
          onClick={() => test.mutate()}
        >
          Send test
        </SecondaryButton>
      </InlineForm>
      <Text size="xs" c="dimmed">
        Stored in the data folder (readable only by you). Only the host appears in the log.
      </Text>
      {test.isError && <ErrorPanel error={test.error} />}
      {warnings.webhook && state?.lastFailure !== undefined && (
        <Notice role="status">
          <p>
            {state.waiting === 1 ? '1 warning is waiting' : `${state.waiting} warnings are waiting`} to be sent. Last
            attempt <Instant value={state.lastFailure.at} />: {state.lastFailure.message}
          </p>
        </Notice>
      )}
    </Stack>
  )
}
