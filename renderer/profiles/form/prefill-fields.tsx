import { Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { settings } from '#shared/profiles/profile-settings.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { queries } from '../../platform/queries.ts'
import type { FormValues } from './form-values.ts'
import { readPortalText, sharedAddresses, type PrefilledValues } from './prefill.ts'

interface PrefillFieldsProps {
  readonly profileId: ProfileId | undefined
  readonly values: FormValues
  readonly onFill: (filled: PrefilledValues) => void
}

/** Fills the fields from text of the portal, or from another profile. */
export function PrefillFields({ profileId, values, onFill }: PrefillFieldsProps): ReactElement {
  const { data: profiles = [] } = useQuery(queries.profiles)
  const [filled, setFilled] = useState<PrefilledValues>({})
  const [from, setFrom] = useState<'portal' | 'profile'>('portal')
  const others = profiles.filter(
    (profile) => profile.id !== profileId && sharedAddresses(profile, values) !== undefined,
  )
  const labels = (Object.keys(filled) as (keyof PrefilledValues)[]).map((member) => settings[member].label)
  const descriptionOf = (source: typeof from, otherwise: string): ReactElement => (
    <span role="status">{labels.length > 0 && from === source ? `Filled: ${labels.join(', ')}.` : otherwise}</span>
  )
  function fill(source: typeof from, found: PrefilledValues | undefined): void {
    if (found === undefined || Object.keys(found).length === 0) return
    setFilled(found)
    setFrom(source)
    onFill(found)
  }
  return (
    <>
      <Textarea
        label="Paste from the portal"
        description={descriptionOf('portal', 'ClientId, Thumbprint and Token URL, as copied.')}
        rows={1}
        spellCheck={false}
        // What was read is in the fields; the rest is not kept.
        value=""
        onChange={(event) => fill('portal', readPortalText(event.currentTarget.value))}
      />
      <Select
        label="Same addresses as"
        description={descriptionOf('profile', 'Copies the addresses that apply to both profiles.')}
        placeholder={others.length === 0 ? 'No profile to copy from' : 'Choose a profile'}
        disabled={others.length === 0}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={(chosen) => {
          const other = others.find(({ id }) => id === chosen)
          fill('profile', other === undefined ? undefined : sharedAddresses(other, values))
        }}
      />
    </>
  )
}
