import { Checkbox, NumberInput, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { createContext, Fragment, use, type ReactElement, type ReactNode } from 'react'
import { formParts, settings, type SettingName } from '#shared/profiles/profile-settings.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import type { ProfileFormState } from './form-values.ts'
import classes from './profile-form.module.css'

/** Kinds of settings below the others of their part: they take a whole line. */
const lastKinds: readonly string[] = ['switch', 'members']

interface SettingFieldsProps {
  readonly form: ProfileFormState
  readonly part: keyof typeof formParts
  /** What is drawn for settings that need more than a plain field. */
  readonly controls?: Readonly<Partial<Record<SettingName, ReactNode>>>
}

/** Renders the fields of a part of the form, without settings that have no effect with the chosen client authentication. */
export function SettingFields({ form, part, controls = {} }: SettingFieldsProps): ReactElement[] {
  const position = (name: SettingName): number => lastKinds.indexOf(settings[name].kind)
  return (Object.keys(formParts[part]) as SettingName[])
    .filter((name) => settings[name].usedBy?.includes(form.values.clientAuthentication) !== false)
    .toSorted((one, other) => position(one) - position(other))
    .map((name) => (
      <Fragment key={name}>{name in controls ? controls[name] : <SettingField form={form} name={name} />}</Fragment>
    ))
}

interface SettingFieldProps extends Omit<TextInputProps, 'form' | 'name'> {
  readonly form: ProfileFormState
  readonly name: SettingName
}

/** The setting for which a value is suggested, and the value. */
export const Suggested = createContext<{ readonly name: string; readonly value: string } | undefined>(undefined)

/**
 * Renders a setting’s field as the table of settings describes it, except for the text field’s properties given here; with a
 * suggested value below it, until it has that value.
 */
export function SettingField(props: SettingFieldProps): ReactElement {
  const { form, name, className } = props
  const suggested = use(Suggested)
  if (suggested?.name !== name) return <PlainField {...props} />
  const { value } = suggested
  function fill(): void {
    form.setFieldValue(name, settings[name].kind === 'number' ? Number(value) : value)
    form.getInputNode(name)?.focus()
  }
  return (
    <div className={className}>
      <PlainField {...props} />
      {String(new Map<string, unknown>(Object.entries(form.values)).get(name)) !== value && (
        <p className={classes['suggestion']}>
          <span>
            Suggested: <code>{value}</code>
          </span>
          <SecondaryButton size="compact-xs" onClick={fill}>
            Use this value
          </SecondaryButton>
        </p>
      )}
    </div>
  )
}

function PlainField({ form, name, ...others }: SettingFieldProps): ReactElement {
  const { kind, label, description, placeholder, isRequired = false } = settings[name]
  const common = { label, description, ...form.getInputProps(name, { type: kind === 'switch' ? 'checkbox' : 'input' }) }
  if (kind === 'switch') return <Checkbox className={classes['wide'] ?? ''} {...common} />
  if (kind === 'number') return <NumberInput allowDecimal={false} {...common} />
  if (kind === 'certificates')
    return (
      <Textarea
        className={`${classes['wide'] ?? ''} ${classes['pem'] ?? ''}`}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        {...common}
      />
    )
  return (
    <TextInput
      required={isRequired}
      spellCheck={false}
      placeholder={kind === 'address' ? 'https://' : placeholder}
      {...common}
      {...others}
    />
  )
}
