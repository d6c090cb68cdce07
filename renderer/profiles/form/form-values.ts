import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import {
  clientAuthenticationsOfFlavor,
  flavorsOfEnvironment,
  type Environment,
  type Flavor,
} from '#shared/profiles/environment.ts'
import { formParts, shapeOf } from '#shared/profiles/profile-settings.ts'
import { defaultProfileSettings, profileSettingsSchema, type ProfileSettings } from '#shared/profiles/profile.ts'

/** Fields of settings that are typed in another form than they are stored. */
const ownFields = {
  /** Seconds; text while the field holds no number. */
  assertionLifetimeSeconds: z.union([z.number(), z.string()]),
  extraTokenParameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Every PEM block, one after the other. */
  certificateAuthorities: z.string(),
  proxyKind: z.enum(['system', 'none', 'address']),
  proxyAddress: z.string(),
}

const { proxy: _proxy, ...sameFields } = shapeOf(({ kind, schema }) =>
  kind === 'text' || kind === 'address' ? z.string() : schema,
)

/** Values of the form's fields: settings as typed, valid or not. */
export const formValuesSchema = z.strictObject({ ...sameFields, ...ownFields })
export type FormValues = z.infer<typeof formValuesSchema>
export type ProfileFormState = UseFormReturnType<FormValues>

export function newFormValues(): FormValues {
  return formValuesOf({
    ...defaultProfileSettings('basic'),
    name: '',
    environment: 'mock',
    clientId: '',
    tokenUrl: '',
  })
}

export function formValuesOf(settings: ProfileSettings): FormValues {
  const { proxy, extraTokenParameters, certificateAuthorities, ...same } = settings
  const proxyKind = proxy === 'system' || proxy === 'none' ? proxy : 'address'
  return {
    ...same,
    extraTokenParameters: Object.entries(extraTokenParameters).map(([name, value]) => ({ name, value })),
    certificateAuthorities: certificateAuthorities.map((pem) => pem.trim()).join('\n'),
    proxyKind,
    proxyAddress: proxyKind === 'address' ? proxy : '',
  }
}

/** A message for each field that is wrong, under the field's path in {@link FormValues}. */
export type FormErrors = Readonly<Record<string, string>>

/** Reads the fields as settings, or says what is wrong with which. */
export function readForm(
  values: FormValues,
): { readonly ok: true; readonly settings: ProfileSettings } | { readonly ok: false; readonly errors: FormErrors } {
  const own = { ...repeatedParameters(values), ...missingAudience(values) }
  const parsed = profileSettingsSchema.safeParse(candidate(values))
  if (parsed.success && Object.keys(own).length === 0) return { ok: true, settings: parsed.data }

  const errors: Record<string, string> = { ...own }
  for (const issue of parsed.error?.issues ?? []) {
    const path = fieldOfIssue(issue.path, values)
    errors[path] ??= messageOfIssue(issue)
  }
  return { ok: false, errors }
}

function candidate(values: FormValues): unknown {
  const { proxyKind, proxyAddress, extraTokenParameters, certificateAuthorities, assertionLifetimeSeconds, ...same } =
    values
  return {
    ...same,
    assertionLifetimeSeconds: typeof assertionLifetimeSeconds === 'number' ? assertionLifetimeSeconds : Number.NaN,
    extraTokenParameters: Object.fromEntries(
      extraTokenParameters
        .filter(({ name, value }) => name !== '' || value !== '')
        .map(({ name, value }) => [name.trim(), value]),
    ),
    certificateAuthorities: splitPem(certificateAuthorities),
    ...(proxyKind === 'address'
      ? { proxy: proxyAddress.trim() }
      : { proxy: proxyKind, proxyUser: '', proxyExceptions: '' }),
  }
}

/** Splits text into PEM blocks; returns the text itself if it has none, so that the schema can report it. */
export function splitPem(text: string): readonly string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return trimmed.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/gu) ?? [trimmed]
}

/** The document requires an audience for jwt (section 4.1). Stored profiles and profile files may lack it. */
function missingAudience({ flavor, audience }: FormValues): Record<string, string> {
  if (flavor !== 'jwt' || audience.trim() !== '') return {}
  return { audience: 'Enter the audience that the portal shows: prefix:uri:environment:product.' }
}

function repeatedParameters(values: FormValues): Record<string, string> {
  const seen = new Set<string>()
  const errors: Record<string, string> = {}
  values.extraTokenParameters.forEach(({ name }, index) => {
    const key = name.trim()
    if (key !== '' && seen.has(key)) errors[`extraTokenParameters.${index}.name`] = 'This name is already used.'
    seen.add(key)
  })
  return errors
}

/** Returns the path of the field for an issue of the settings' schema. */
function fieldOfIssue(path: readonly PropertyKey[], values: FormValues): string {
  const [member, key] = path
  if (member === 'proxy') return 'proxyAddress'
  if (member === 'extraTokenParameters' && key !== undefined) {
    const index = values.extraTokenParameters.findIndex(({ name }) => name.trim() === key)
    return `extraTokenParameters.${index}.name`
  }
  return String(member)
}

function messageOfIssue(issue: z.core.$ZodIssue): string {
  // A record only reports an invalid key; the reason is inside.
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  if (issue.path[0] === 'assertionLifetimeSeconds' && issue.code === 'invalid_type') return 'Enter a number of seconds.'
  return issue.message
}

/** Returns the fields after choosing an environment: the flavor stays if the environment supports it. */
export function withEnvironment(values: FormValues, environment: Environment): FormValues {
  const flavors = flavorsOfEnvironment[environment]
  const next = { ...values, environment }
  return flavors.includes(values.flavor) ? next : withFlavor(next, flavors[0])
}

/** Returns the fields after choosing a flavor: values at the old flavor's default change to the new one's. */
export function withFlavor(values: FormValues, flavor: Flavor): FormValues {
  const before = defaultProfileSettings(values.flavor)
  const after = defaultProfileSettings(flavor)
  return {
    ...values,
    flavor,
    // A value at the old flavor's default was not chosen, so it changes to the new one's.
    clientAuthentication:
      values.clientAuthentication !== before.clientAuthentication &&
      clientAuthenticationsOfFlavor[flavor].includes(values.clientAuthentication)
        ? values.clientAuthentication
        : after.clientAuthentication,
    scopeParameter: values.scopeParameter === before.scopeParameter ? after.scopeParameter : values.scopeParameter,
  }
}

/** Returns whether a field is among the advanced ones, which are folded at first. */
export function isAdvanced(path: string): boolean {
  const [field = ''] = path.split('.')
  return field === 'proxyAddress' || field in formParts.tokenRequest || field in formParts.network
}

/** Returns whether an address that is being typed has another host than before. */
export function isOtherHost(before: string, after: string): boolean {
  return URL.canParse(before) && URL.canParse(after) && new URL(before).origin !== new URL(after).origin
}
