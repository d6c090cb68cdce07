import { settingsOf, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { formValuesOf, type FormValues } from './form-values.ts'

/** What the portal shows, and what can be taken from another profile. */
export type PrefilledValues = Partial<
  Pick<FormValues, 'clientId' | 'kid' | 'tokenUrl' | 'audience' | 'apiBaseUrl' | 'reportsBaseUrl'>
>

/** How portals label each of them, without spaces and in lower case. */
const labels: Readonly<Record<keyof PrefilledValues, RegExp>> = {
  clientId: /^clientid$/u,
  kid: /^(?:certificate)?(?:thumbprint|kid|keyid)$/u,
  tokenUrl: /^(?:access)?token(?:endpoint)?(?:ur[il]|address|endpoint)$/u,
  audience: /^audience$/u,
  apiBaseUrl: /^api(?:base)?(?:ur[il]|address)$/u,
  reportsBaseUrl: /^report(?:s|ing)(?:api)?(?:base)?(?:ur[il]|address)$/u,
}

/**
 * Reads text copied from the portal's Security page: a label and its value per line, or one below the other. Takes no
 * client secret: that goes to the keychain.
 */
export function readPortalText(text: string): PrefilledValues {
  const lines = text.split(/\r?\n|\t/u).map((line) => line.trim())
  const found: PrefilledValues = {}
  let open: keyof PrefilledValues | undefined
  for (const line of lines.filter((each) => each !== '')) {
    const [, head = line, rest = ''] = /^([^:=]+?)\s*[:=]\s*(.*)$/u.exec(line) ?? []
    const member = memberOf(head)
    if (member !== undefined) {
      if (rest !== '') found[member] ??= rest
      open = rest === '' ? member : undefined
    } else {
      if (open !== undefined && !line.endsWith(':')) found[open] ??= line
      open = undefined
    }
  }
  return found
}

function memberOf(label: string): keyof PrefilledValues | undefined {
  const plain = label.replaceAll(/[\s_-]/gu, '').toLowerCase()
  return (Object.keys(labels) as (keyof PrefilledValues)[]).find((member) => labels[member].test(plain))
}

/**
 * Returns the addresses that a profile shares with another one: all within an environment; between Client Testing and
 * Production only the token URL (service document, section 5.2). Undefined if there are none.
 */
export function sharedAddresses(
  other: ProfileSettings,
  { environment, flavor }: Pick<FormValues, 'environment' | 'flavor'>,
): PrefilledValues | undefined {
  const { tokenUrl, apiBaseUrl, reportsBaseUrl, audience } = other
  if (other.flavor !== flavor) return undefined
  if (other.environment === environment) return { tokenUrl, apiBaseUrl, reportsBaseUrl, audience }
  return flavor === 'jwt' ? { tokenUrl } : undefined
}

/** Returns the fields of a Production profile made from one of Client Testing; what must differ is left empty. */
export function productionCopy(profile: Profile): FormValues {
  const values = formValuesOf(settingsOf(profile))
  const name = values.name.replace(/client testing/iu, 'Production')
  return {
    ...values,
    environment: 'production',
    name: name === values.name ? `${name} Production` : name,
    // Distinct per environment (service document, section 5.2).
    clientId: '',
    kid: '',
    apiBaseUrl: '',
    reportsBaseUrl: '',
    audience: '',
  }
}
