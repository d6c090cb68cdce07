import { z } from 'zod'
import { hasHiddenCharacters } from '../values/visible-text.ts'
import { baseUrlSchema, endpointUrlSchema, isAmbiguousAddress, storedEndpointUrlSchema } from './address.ts'
import { clientAuthenticationSchema, environmentSchema, flavorSchema } from './environment-schemas.ts'
import {
  type ClientAuthentication,
  clientAuthenticationsOfFlavor,
  type Flavor,
  flavorsOfEnvironment,
} from './environment.ts'
import { listNameSchema } from './list-name-schema.ts'
import { isLoopbackUrl } from './plain-http.ts'
import { proxyExceptionsSchema, proxySchema, proxyUserSchema, storedProxySchema } from './proxy.ts'
import {
  extraParameterSchema,
  renamedParameterSchema,
  reservedExtraParameters,
  storedParameterSchema,
} from './token-parameter-names.ts'

/**
 * What a name must not contain besides hidden characters: white space other than a space, blanks that count as letters
 * or signs, code points that are no characters or private ones, and variation selectors and joiners outside of emoji and joined scripts.
 */
const unseen =
  /[\p{Z}--[ ]]|[\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}\p{Co}\p{Cs}\p{Cn}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\p{Variation_Selector}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])[\u200C\u200D]/v

/** Returns whether every character of a name can be seen, so that two names never differ in what is not shown. */
export function isVisibleName(name: string): boolean {
  return !hasHiddenCharacters(name) && !unseen.test(name)
}

export const profileIdSchema = z.uuid()
export type ProfileId = z.infer<typeof profileIdSchema>

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime()

const storedNameSchema = z.string().trim().min(1, 'Give the profile a name.').max(120, 'Use at most 120 characters.')

/** The name of a profile that is created or renamed, without invisible characters. */
const newNameSchema = storedNameSchema.refine(
  isVisibleName,
  'Leave out control characters, unusual spaces and characters that cannot be seen.',
)

const storedClientIdSchema = z
  .string()
  .trim()
  .min(1, 'Enter the client ID that the portal shows.')
  .max(500)
  .regex(/^[\u0020-\u007e]+$/u, 'A client ID has printable ASCII characters only (RFC 6749, appendix A.1).')

/** A client ID that a person enters. Portals issue none with blanks: it is a label or two values that were copied. */
export const clientIdSchema = storedClientIdSchema.refine(
  (text) => !text.includes(' '),
  'Leave out the spaces: a client ID has none.',
)

const storedHelloPathSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\s?#]*$/u, 'Enter a path without spaces, “?” or “#”.')

const storedKidSchema = z.string().max(500)

const storedAudienceSchema = z.string().trim().max(500)

const storedScopesSchema = z.string().trim().max(2000)

/** A profile's settings. Lengths are generous limits against accidents, not rules of the service. */
const settingsShape = {
  name: newNameSchema,
  /** Groups profiles; empty: what the name suggests. */
  merchant: z
    .string()
    .trim()
    .max(120, 'Use at most 120 characters.')
    .refine((text) => !hasHiddenCharacters(text), 'Leave out control characters and characters that cannot be seen.')
    .default(''),
  environment: environmentSchema,
  flavor: flavorSchema,
  clientId: clientIdSchema,
  tokenUrl: endpointUrlSchema,
  /** Base address of the payments API; empty if the profile only requests tokens. */
  apiBaseUrl: z.union([z.literal(''), baseUrlSchema]),
  /** Base address of the reporting API; empty if the profile loads no lists. */
  reportsBaseUrl: z.union([z.literal(''), baseUrlSchema]),
  /** Path of the hello-world check below {@link apiBaseUrl} (service document, section 4.2). */
  helloPath: storedHelloPathSchema.refine(
    (text) => !isAmbiguousAddress(text),
    'Leave out backslashes, control characters and characters that cannot be seen.',
  ),
  audience: storedAudienceSchema.refine(
    (text) => !hasHiddenCharacters(text),
    'Leave out control characters and characters that cannot be seen.',
  ),
  scopes: storedScopesSchema.refine((text) => !text.includes(','), 'Separate scopes with spaces, not commas.'),
  assertionLifetimeSeconds: z
    .number()
    .int('Use whole seconds.')
    .min(5, 'At least 5 seconds.')
    .max(28_800, 'At most 8 hours (28,800 seconds).'),
  includeJti: z.boolean(),
  /** Whether assertions use the service's clock, once known, instead of this computer's. */
  followServiceClock: z.boolean().default(false),
  /** The key ID sent in the assertion's header, unchanged; empty: the SHA-1 thumbprint of the active certificate. */
  kid: storedKidSchema.refine(
    (text) => !hasHiddenCharacters(text) && text === text.trim(),
    'Leave out spaces around the key ID, control characters and characters that cannot be seen.',
  ),
  clientAuthentication: clientAuthenticationSchema,
  targetParameter: renamedParameterSchema,
  scopeParameter: renamedParameterSchema,
  includeClientId: z.boolean(),
  extraTokenParameters: z.record(extraParameterSchema, z.string().max(4000)),
  /**
   * Additional certificate authorities to trust for this profile, each PEM; added to the system's, never replacing
   * them.
   */
  certificateAuthorities: z.array(
    z.string().regex(/-----BEGIN CERTIFICATE-----/u, 'Enter PEM text that starts with -----BEGIN CERTIFICATE-----.'),
  ),
  proxy: proxySchema,
  /** User name for a custom proxy that requires one. The password is only in the keychain. */
  proxyUser: proxyUserSchema.default(''),
  /** Hosts for which a custom proxy is not used. */
  proxyExceptions: proxyExceptionsSchema.default(''),
  /** Which field of a list's response holds its records, if the person had to choose (decision 004). */
  recordMembers: z.partialRecord(listNameSchema, z.string().min(1)),
} as const

interface FlavorChoice {
  readonly environment: z.infer<typeof environmentSchema>
  readonly flavor: Flavor
  readonly clientAuthentication: ClientAuthentication
  readonly targetParameter: string
  readonly scopeParameter: string
  readonly extraTokenParameters: Readonly<Record<string, string>>
}

function checkFlavor(value: FlavorChoice, context: z.RefinementCtx): void {
  if (!flavorsOfEnvironment[value.environment].includes(value.flavor))
    context.addIssue({
      code: 'custom',
      path: ['flavor'],
      message: `This environment takes ${flavorsOfEnvironment[value.environment].join(' or ')}.`,
    })
  if (!clientAuthenticationsOfFlavor[value.flavor].includes(value.clientAuthentication))
    context.addIssue({
      code: 'custom',
      path: ['clientAuthentication'],
      message: `This flavor takes ${clientAuthenticationsOfFlavor[value.flavor].join(' or ')}.`,
    })
  if (value.targetParameter === value.scopeParameter)
    context.addIssue({ code: 'custom', path: ['scopeParameter'], message: 'Target and scope need different names.' })
}

function checkParameters(value: FlavorChoice, context: z.RefinementCtx): void {
  for (const name of reservedExtraParameters(value))
    context.addIssue({
      code: 'custom',
      path: ['extraTokenParameters', name],
      message: 'Clavis sets this parameter itself.',
    })
}

/** A profile's settings: what the form edits and what a profile file contains. */
export const profileSettingsSchema = z.strictObject(settingsShape).superRefine(checkFlavor).superRefine(checkParameters)
export type ProfileSettings = z.infer<typeof profileSettingsSchema>

const storedSettingsShape = {
  ...settingsShape,
  name: storedNameSchema,
  clientId: storedClientIdSchema,
  tokenUrl: storedEndpointUrlSchema,
  apiBaseUrl: z.union([z.literal(''), storedEndpointUrlSchema]),
  reportsBaseUrl: z.union([z.literal(''), storedEndpointUrlSchema]),
  helloPath: storedHelloPathSchema,
  kid: storedKidSchema,
  audience: storedAudienceSchema,
  scopes: storedScopesSchema,
  proxy: storedProxySchema,
  targetParameter: storedParameterSchema,
  scopeParameter: storedParameterSchema,
  extraTokenParameters: z.record(storedParameterSchema, z.string().max(4000)),
} as const

/** Settings as stored: what {@link profileSettingsSchema} refuses today but took before still loads. */
export const storedSettingsSchema = z.strictObject(storedSettingsShape).superRefine(checkFlavor)

/** Returns whether every address of a profile is on this computer, as those of practice profiles are. */
export function usesOnlyThisComputer({
  tokenUrl,
  apiBaseUrl,
  reportsBaseUrl,
}: Pick<ProfileSettings, 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl'>): boolean {
  return [tokenUrl, apiBaseUrl, reportsBaseUrl].every((address) => address === '' || isLoopbackUrl(address))
}

export function defaultProfileSettings(
  flavor: Flavor,
): Omit<ProfileSettings, 'name' | 'environment' | 'clientId' | 'tokenUrl'> {
  return {
    merchant: '',
    flavor,
    apiBaseUrl: '',
    reportsBaseUrl: '',
    helloPath: 'payment/hello-world',
    audience: '',
    scopes: '',
    assertionLifetimeSeconds: 30,
    includeJti: false,
    followServiceClock: false,
    kid: '',
    clientAuthentication: clientAuthenticationsOfFlavor[flavor][0],
    targetParameter: 'audience',
    scopeParameter: flavor === 'jwt' ? 'scopes' : 'scope',
    includeClientId: false,
    extraTokenParameters: {},
    certificateAuthorities: [],
    proxy: 'system',
    proxyUser: '',
    proxyExceptions: '',
    recordMembers: {},
  }
}

/**
 * A profile as the page sees it: settings, id and dates. It has no field for secrets: keys and client secrets are only
 * in the keychain.
 */
export const profileSchema = z
  .strictObject({
    ...storedSettingsShape,
    id: profileIdSchema,
    /** Created for the practice service; removable in one step. */
    practice: z.boolean(),
    /** Increases by one with each change; an update must name the one it is based on. */
    revision: z.int().min(1),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .superRefine(checkFlavor)
export type Profile = z.infer<typeof profileSchema>

/** A profile in an import file: four required fields, defaults for the rest, unknown ones refused. */
export const profileFileEntrySchema = z.strictObject({
  ...(Object.fromEntries(Object.entries(settingsShape).map(([key, schema]) => [key, schema.optional()])) as {
    [K in keyof typeof settingsShape]: z.ZodOptional<(typeof settingsShape)[K]>
  }),
  name: settingsShape.name,
  environment: settingsShape.environment,
  clientId: settingsShape.clientId,
  tokenUrl: settingsShape.tokenUrl,
})

/** A secret that is for one host alone. */
export type HostSecret = 'client secret' | 'proxy password'

const hosts: Readonly<Record<HostSecret, string>> = { 'client secret': 'token host', 'proxy password': 'proxy' }

/** Says that a secret does not survive a change of settings: it was given to another host. */
export function outdatedSecretMessage(secret: HostSecret): string {
  return `The ${hosts[secret]} changes, so a stored ${secret} is deleted. Enter it again.`
}
