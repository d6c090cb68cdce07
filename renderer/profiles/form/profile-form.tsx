import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react'
import { flavorNames, flavorsOfEnvironment } from '#shared/profiles/environment.ts'
import { suggestMerchant } from '#shared/profiles/merchant.ts'
import { adviseOnPlainHttp } from '#shared/profiles/plain-http.ts'
import { outdatedSecretMessage } from '#shared/profiles/profile.ts'
import type { ProfileId, ProfileSettings } from '#shared/profiles/profile.ts'
import { adviseOnAudience } from '#shared/tokens/audience.ts'
import { useLeaveGuard } from '../../platform/navigation.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Explain } from '../../ui/controls/explain.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EnvironmentChoice } from './environment-choice.tsx'
import { isAdvanced, readForm, withEnvironment, withFlavor, type FormValues } from './form-values.ts'
import { NetworkFields } from './network-fields.tsx'
import { PrefillFields } from './prefill-fields.tsx'
import { dropDraft, readDraft, writeDraft } from './profile-draft.ts'
import { TokenRequestFields } from './token-request-fields.tsx'
import classes from './profile-form.module.css'

export interface ProfileFormProps {
  /** The profile that is edited; undefined for a new one. */
  readonly profileId?: ProfileId
  readonly isPractice?: boolean
  /** Name of the draft of a new profile; by default that of an empty one. */
  readonly draftName?: string
  /** The part to show first. */
  readonly section?: 'network' | undefined
  readonly initialValues: FormValues
  /** The revision that the fields started from; 0 for a new profile. */
  readonly revision: number
  readonly submitLabel: string
  /** @param proxyPassword undefined: keeps the stored one */
  readonly onSubmit: (settings: ProfileSettings, proxyPassword: string | undefined) => Promise<void>
  readonly onCancel: () => void
  /** Renders what is above a failure to save, e.g. a button to start from the current version. */
  readonly renderFailure?: (error: unknown) => ReactNode
}

/** Renders a profile's settings: the required ones first, the rest folded. Validates while typing. */
export function ProfileForm(props: ProfileFormProps): ReactElement {
  const { profileId, draftName, section, initialValues, revision, submitLabel, onSubmit, onCancel, renderFailure } =
    props
  // Unsaved fields are saved under this name.
  const name = profileId ?? draftName ?? 'new'
  const [draft] = useState(() => readDraft(localStorage, name))
  const usable = draft?.revision === revision ? draft : undefined
  const form = useForm<FormValues>({
    initialValues: usable?.values ?? initialValues,
    validateInputOnChange: true,
    validateInputOnBlur: true,
    validate: (values) => {
      const read = readForm(values)
      return read.ok ? {} : { ...read.errors }
    },
  })
  const element = useRef<HTMLFormElement>(null)
  const [isAdvancedOpen, setAdvancedOpen] = useState(section !== undefined)
  const [proxyPassword, setProxyPassword] = useState('')
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initialValues)
  const save = useMutation({
    mutationFn: (settings: ProfileSettings) =>
      onSubmit(settings, proxyPassword === '' || settings.proxyUser === '' ? undefined : proxyPassword),
    onSuccess: () => dropDraft(localStorage, name),
  })
  useLeaveGuard((isChanged || proxyPassword !== '') && !save.isSuccess)
  useEffect(() => {
    if (isChanged && !save.isSuccess) writeDraft(localStorage, name, { values: form.values, revision })
    else dropDraft(localStorage, name)
  }, [form.values, isChanged, save.isSuccess, name, revision])

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const read = readForm(form.values)
    const lacksUser = form.values.proxyKind === 'address' && proxyPassword !== '' && form.values.proxyUser.trim() === ''
    const errors = {
      ...(lacksUser ? { proxyUser: 'Enter the user name that goes with the password.' } : {}),
      ...(read.ok ? {} : read.errors),
    }
    if (read.ok && !lacksUser) {
      save.mutate(read.settings)
      return
    }
    form.setErrors(errors)
    if (Object.keys(errors).some(isAdvanced)) setAdvancedOpen(true)
    // The first wrong field gets the focus once it is drawn as such.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus(), 50)
  }

  const { environment, flavor, audience } = form.values
  const advice =
    flavor === 'jwt' && form.isTouched('audience') && audience.trim() !== ''
      ? adviseOnAudience(audience.trim(), environment)
      : undefined
  const isHostChanged =
    profileId !== undefined && flavor === 'basic' && isOtherHost(initialValues.tokenUrl, form.values.tokenUrl)
  const plainHttp = adviseOnPlainHttp(form.values, props.isPractice)
  return (
    <form ref={element} className={classes['form']} onSubmit={submit} noValidate>
      {usable !== undefined && isChanged && (
        <Notice tone="plain" role="status">
          <p>Your unsaved changes were restored.</p>
          <SecondaryButton size="xs" onClick={() => form.setValues(initialValues)}>
            Discard changes
          </SecondaryButton>
        </Notice>
      )}
      <Panel>
        <div className={classes['fields']}>
          <div className={classes['wide']}>
            <EnvironmentChoice
              value={environment}
              isPractice={props.isPractice}
              onChange={(chosen) => form.setValues(withEnvironment(form.values, chosen))}
            />
          </div>
          <TextInput
            label="Name"
            placeholder="Acme client testing"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Merchant"
            description="Groups profiles in the sidebar. If empty, taken from the name."
            placeholder={suggestMerchant(form.values.name)}
            {...form.getInputProps('merchant')}
          />
          <Select
            label="OAuth flavor"
            data={flavorsOfEnvironment[environment].map((value) => ({ value, label: flavorNames[value] }))}
            value={flavor}
            onChange={(chosen) => {
              if (chosen !== null) form.setValues(withFlavor(form.values, chosen))
            }}
          />
        </div>
      </Panel>
      <Panel order={2} title="From the portal" description="From the portal’s Security page, tab of this environment.">
        <div className={classes['fields']}>
          <PrefillFields
            profileId={profileId}
            values={form.values}
            onFill={(filled) => form.setValues({ ...form.values, ...filled })}
          />
          <TextInput label="Client ID" required spellCheck={false} {...form.getInputProps('clientId')} />
          <TextInput
            label="Token URL"
            required
            spellCheck={false}
            placeholder="https://"
            description={environment === 'mock' ? undefined : 'Same for Client Testing and Production.'}
            {...form.getInputProps('tokenUrl')}
          />
          <TextInput
            label="API base address"
            spellCheck={false}
            placeholder="https://"
            {...form.getInputProps('apiBaseUrl')}
          />
          <TextInput
            label="Reporting base address"
            description="Optional. Needed for report lists."
            spellCheck={false}
            placeholder="https://"
            {...form.getInputProps('reportsBaseUrl')}
          />
          {isHostChanged && (
            <p className={`${classes['advice'] ?? ''} ${classes['wide'] ?? ''}`} role="status">
              {outdatedSecretMessage('client secret')}
            </p>
          )}
          {plainHttp !== undefined && (
            <p className={`${classes['advice'] ?? ''} ${classes['wide'] ?? ''}`} role="status">
              {plainHttp}
            </p>
          )}
          <div>
            <TextInput
              label="Audience"
              description={
                <>
                  The API resource that tokens are for. <Explain term="audience" />
                </>
              }
              required={flavor === 'jwt'}
              spellCheck={false}
              placeholder="prefix:uri:environment:product"
              {...form.getInputProps('audience')}
            />
            {advice !== undefined && (
              <p className={classes['advice']} role="status">
                {advice}
              </p>
            )}
          </div>
          <TextInput
            label="Scopes"
            description="Space-separated. Leave empty for the default."
            spellCheck={false}
            {...form.getInputProps('scopes')}
          />
        </div>
      </Panel>
      <div>
        <Button
          variant="subtle"
          color="gray"
          aria-expanded={isAdvancedOpen}
          rightSection={isAdvancedOpen ? <IconChevronUp size={15} /> : <IconChevronDown size={15} />}
          onClick={() => setAdvancedOpen(!isAdvancedOpen)}
        >
          Advanced
        </Button>
      </div>
      {isAdvancedOpen && (
        <>
          <TokenRequestFields form={form} />
          <NetworkFields
            form={form}
            profileId={profileId}
            password={proxyPassword}
            onPassword={setProxyPassword}
            isShownFirst={section === 'network'}
            isProxyChanged={
              initialValues.proxyUser !== '' && isOtherHost(initialValues.proxyAddress, form.values.proxyAddress)
            }
          />
        </>
      )}
      {save.isError && (renderFailure?.(save.error) ?? <ErrorPanel error={save.error} />)}
      <div className={classes['foot']}>
        <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
        <Button type="submit" loading={save.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Returns whether an address that is being typed has another host than before. */
function isOtherHost(before: string, after: string): boolean {
  return URL.canParse(before) && URL.canParse(after) && new URL(before).origin !== new URL(after).origin
}
