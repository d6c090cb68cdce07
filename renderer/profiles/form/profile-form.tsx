import { Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react'
import { flavorNames, flavorsOfEnvironment } from '#shared/profiles/environment.ts'
import { suggestMerchant } from '#shared/profiles/merchant.ts'
import { settings } from '#shared/profiles/profile-settings.ts'
import type { ProfileId, ProfileSettings } from '#shared/profiles/profile.ts'
import { useLeaveGuard } from '../../platform/navigation.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EnvironmentChoice } from './environment-choice.tsx'
import {
  isAdvanced,
  readForm,
  withEnvironment,
  withFlavor,
  type FormErrors,
  type FormValues,
  type ProfileFormState,
} from './form-values.ts'
import { NetworkFields } from './network-fields.tsx'
import { PortalFields } from './portal-fields.tsx'
import { dropDraft, readDraft, writeDraft } from './profile-draft.ts'
import { SettingField, SettingFields, Suggested } from './setting-fields.tsx'
import { TokenRequestFields } from './token-request-fields.tsx'
import classes from './profile-form.module.css'

export interface ProfileFormProps {
  /** The profile that is edited; undefined for a new one. */
  readonly profileId?: ProfileId
  readonly isPractice?: boolean
  /** Name of the draft of a new profile; by default that of an empty one. */
  readonly draftName?: string
  /** The name of the setting whose field has the focus at first. */
  readonly field?: string | undefined
  /** A value for that field, shown beside it. */
  readonly suggestion?: string | undefined
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
  const { profileId, isPractice, field, suggestion, initialValues, submitLabel, onCancel, renderFailure } = props
  const { form, isRestored, save, submit, proxyPassword, setProxyPassword } = useProfileForm(props)
  const element = useRef<HTMLFormElement>(null)
  const [isAdvancedOpen, setAdvancedOpen] = useState(field !== undefined && isAdvanced(field))

  useEffect(() => {
    if (field === undefined) return
    const [input] = [field, `${field}Kind`].flatMap(
      (path) => element.current?.querySelector<HTMLElement>(`[data-path="${path}"]`) ?? [],
    )
    input?.scrollIntoView({ block: 'center' })
    input?.focus({ preventScroll: true })
  }, [field])
  const suggested = useMemo(
    () => (field === undefined || suggestion === undefined ? undefined : { name: field, value: suggestion }),
    [field, suggestion],
  )

  function submitOrShowErrors(event: SubmitEvent): void {
    event.preventDefault()
    const wrong = Object.keys(submit())
    if (wrong.length === 0) return
    if (wrong.some(isAdvanced)) setAdvancedOpen(true)
    // The first wrong field gets the focus once it is drawn as such.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus(), 50)
  }

  return (
    <Suggested value={suggested}>
      <form ref={element} className={classes['form']} onSubmit={submitOrShowErrors} noValidate>
        {isRestored && (
          <Notice tone="plain" role="status">
            <p>Your unsaved changes were restored.</p>
            <SecondaryButton size="xs" onClick={() => form.setValues(initialValues)}>
              Discard changes
            </SecondaryButton>
          </Notice>
        )}
        <OwnFields form={form} isPractice={isPractice} />
        <PortalFields form={form} initialValues={initialValues} profileId={profileId} isPractice={isPractice} />
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
              initialValues={initialValues}
              profileId={profileId}
              password={proxyPassword}
              onPassword={setProxyPassword}
            />
          </>
        )}
        {save.error && (renderFailure?.(save.error) ?? <ErrorPanel error={save.error} />)}
        <div className={classes['foot']}>
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <Button type="submit" loading={save.isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Suggested>
  )
}

interface EditedProfile {
  readonly form: ProfileFormState
  /** Whether the fields are those of an earlier visit. */
  readonly isRestored: boolean
  readonly proxyPassword: string
  readonly setProxyPassword: (password: string) => void
  readonly save: { readonly error: Error | null; readonly isPending: boolean }
  /** Saves the profile, or returns what is wrong with which field. */
  readonly submit: () => FormErrors
}

/** Keeps the fields of a profile's form, validated while typing and saved as a draft until the profile is saved. */
function useProfileForm(props: ProfileFormProps): EditedProfile {
  const { profileId, draftName = 'new', initialValues, revision, onSubmit } = props
  // Unsaved fields are saved under this name.
  const name = profileId ?? draftName
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

  function submit(): FormErrors {
    const read = readForm(form.values)
    const lacksUser = form.values.proxyKind === 'address' && proxyPassword !== '' && form.values.proxyUser.trim() === ''
    const errors = {
      ...(lacksUser ? { proxyUser: 'Enter the user name that goes with the password.' } : {}),
      ...(read.ok ? {} : read.errors),
    }
    if (read.ok && !lacksUser) save.mutate(read.settings)
    else form.setErrors(errors)
    return errors
  }
  return { form, isRestored: usable !== undefined && isChanged, proxyPassword, setProxyPassword, save, submit }
}

interface OwnFieldsProps {
  readonly form: ProfileFormState
  readonly isPractice: boolean | undefined
}

/** Renders the fields for what tells profiles apart. */
function OwnFields({ form, isPractice }: OwnFieldsProps): ReactElement {
  const { environment, flavor, name } = form.values
  const controls = {
    name: <SettingField form={form} name="name" data-autofocus />,
    merchant: <SettingField form={form} name="merchant" placeholder={suggestMerchant(name)} />,
    // Above the others.
    environment: null,
    flavor: (
      <Select
        label={settings.flavor.label}
        data={flavorsOfEnvironment[environment].map((value) => ({ value, label: flavorNames[value] }))}
        value={flavor}
        onChange={(chosen) => {
          if (chosen !== null) form.setValues(withFlavor(form.values, chosen))
        }}
      />
    ),
  }
  return (
    <Panel>
      <div className={classes['fields']}>
        <div className={classes['wide']}>
          <EnvironmentChoice
            value={environment}
            isPractice={isPractice}
            onChange={(chosen) => form.setValues(withEnvironment(form.values, chosen))}
          />
        </div>
        <SettingFields form={form} part="profile" controls={controls} />
      </div>
    </Panel>
  )
}
