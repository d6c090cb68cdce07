import type { ReactElement, ReactNode } from 'react'
import { adviseOnPlainHttp } from '#shared/profiles/plain-http.ts'
import { outdatedSecretMessage, type ProfileId } from '#shared/profiles/profile.ts'
import { adviseOnAudience } from '#shared/tokens/audience.ts'
import { Explain } from '../../ui/controls/explain.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { isOtherHost, type FormValues, type ProfileFormState } from './form-values.ts'
import { PrefillFields } from './prefill-fields.tsx'
import { SettingField, SettingFields } from './setting-fields.tsx'
import classes from './profile-form.module.css'

interface PortalFieldsProps {
  readonly form: ProfileFormState
  readonly initialValues: FormValues
  readonly profileId: ProfileId | undefined
  readonly isPractice: boolean | undefined
}

/** Renders the fields for what the portal shows, with advice on the values entered. */
export function PortalFields({ form, initialValues, profileId, isPractice }: PortalFieldsProps): ReactElement {
  const { environment, flavor, tokenUrl } = form.values
  const audience = form.values.audience.trim()
  const isHostChanged = profileId !== undefined && flavor === 'basic' && isOtherHost(initialValues.tokenUrl, tokenUrl)
  const audienceAdvice =
    flavor === 'jwt' && form.isTouched('audience') && audience !== '' && adviseOnAudience(audience, environment)
  const tokenUrlDescription = environment === 'mock' ? undefined : 'Same for Client Testing and Production.'
  const audienceDescription = (
    <>
      The API resource that tokens are for. <Explain term="audience" />
    </>
  )
  return (
    <Panel order={2} title="From the portal" description="From the portal’s Security page, tab of this environment.">
      <div className={classes['fields']}>
        <PrefillFields
          profileId={profileId}
          values={form.values}
          onFill={(filled) => form.setValues({ ...form.values, ...filled })}
        />
        <SettingFields
          form={form}
          part="portal"
          controls={{ tokenUrl: <SettingField form={form} name="tokenUrl" description={tokenUrlDescription} /> }}
        />
        <Advice isWide text={isHostChanged && outdatedSecretMessage('client secret')} />
        <Advice isWide text={adviseOnPlainHttp(form.values, isPractice)} />
        <SettingFields
          form={form}
          part="access"
          controls={{
            audience: (
              <div>
                <SettingField
                  form={form}
                  name="audience"
                  description={audienceDescription}
                  required={flavor === 'jwt'}
                />
                <Advice text={audienceAdvice} />
              </div>
            ),
          }}
        />
      </div>
    </Panel>
  )
}

interface AdviceProps {
  readonly text: string | false | undefined
  readonly isWide?: true
}

/** Announces advice if there is any. */
function Advice({ text, isWide }: AdviceProps): ReactNode {
  if (text === undefined || text === false) return null
  return (
    <p className={`${classes['advice'] ?? ''} ${isWide ? (classes['wide'] ?? '') : ''}`} role="status">
      {text}
    </p>
  )
}
