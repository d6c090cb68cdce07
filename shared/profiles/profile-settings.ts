import { z } from 'zod'
import { hasHiddenCharacters } from '../values/visible-text.ts'
import { baseUrlSchema, endpointUrlSchema, isAmbiguousAddress, storedEndpointUrlSchema } from './address.ts'
import { clientAuthenticationSchema, environmentSchema, flavorSchema } from './environment-schemas.ts'
import type { ClientAuthentication } from './environment.ts'
import { listNameSchema } from './list-name-schema.ts'
import { proxyExceptionsSchema, proxySchema, proxyUserSchema, storedProxySchema } from './proxy.ts'
import { extraParameterSchema, renamedParameterSchema, storedParameterSchema } from './token-parameter-names.ts'

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

const hidden = 'Leave out control characters and characters that cannot be seen.'

// Lengths are generous limits against accidents, not rules of the service.
const storedNameSchema = z.string().trim().min(1, 'Give the profile a name.').max(120, 'Use at most 120 characters.')
const nameSchema = storedNameSchema.refine(
  isVisibleName,
  'Leave out control characters, unusual spaces and characters that cannot be seen.',
)
const merchantSchema = z
  .string()
  .trim()
  .max(120, 'Use at most 120 characters.')
  .refine((text) => !hasHiddenCharacters(text), hidden)
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
const optionalBaseUrlSchema = z.union([z.literal(''), baseUrlSchema])
const storedBaseUrlSchema = z.union([z.literal(''), storedEndpointUrlSchema])
const authoritySchema = z
  .string()
  .regex(/-----BEGIN CERTIFICATE-----/u, 'Enter PEM text that starts with -----BEGIN CERTIFICATE-----.')
const storedHelloPathSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\s?#]*$/u, 'Enter a path without spaces, “?” or “#”.')
const helloPathSchema = storedHelloPathSchema.refine(
  (text) => !isAmbiguousAddress(text),
  'Leave out backslashes, control characters and characters that cannot be seen.',
)
const storedAudienceSchema = z.string().trim().max(500)
const audienceSchema = storedAudienceSchema.refine((text) => !hasHiddenCharacters(text), hidden)
const storedScopesSchema = z.string().trim().max(2000)
const scopesSchema = storedScopesSchema.refine(
  (text) => !text.includes(','),
  'Separate scopes with spaces, not commas.',
)
const lifetimeSchema = z
  .number()
  .int('Use whole seconds.')
  .min(5, 'At least 5 seconds.')
  .max(28_800, 'At most 8 hours (28,800 seconds).')
const storedKidSchema = z.string().max(500)
/** Methods that a local address may allow besides GET and HEAD. */
export const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const localMethodsSchema = z
  .string()
  .trim()
  .max(100)
  .refine(
    (text) => words(text).every((word) => changingMethods.some((method) => method === word)),
    `Enter some of ${changingMethods.join(', ')}, separated by spaces.`,
  )
const localPathsSchema = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (text) => words(text).every((word) => /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+)+\/?$/u.test(word)),
    'Start each path with “/”, without “..”, “%”, “?” or “#”, and separate paths with spaces.',
  )
const kidSchema = storedKidSchema.refine(
  (text) => !hasHiddenCharacters(text) && text === text.trim(),
  'Leave out spaces around the key ID, control characters and characters that cannot be seen.',
)
/** Returns the words of a text that spaces separate. */
export function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

const parameterValueSchema = z.string().max(4000)

interface SettingDetails {
  /** Its label in questions, if it has another one there. */
  readonly labelInQuestion?: string
  /** Validates what is stored, if earlier versions took more. */
  readonly stored?: z.ZodType
  /** Whether every profile needs its own value. */
  readonly isRequired?: true
  /** The default for every flavor, if it is not the empty value of its kind. */
  readonly initial?: string | number
  /** Whether it sends no secret elsewhere and does not identify the profile: Production asks before any other changes. */
  readonly isHarmless?: true
  /** The client authentications with which it has an effect, if not with all. */
  readonly usedBy?: readonly ClientAuthentication[]
  readonly description?: string
  readonly placeholder?: string
}

/** How a setting is validated, edited in the form and by commands, and described in questions. */
export interface Setting<S extends z.ZodType = z.ZodType> extends SettingDetails {
  readonly kind: 'text' | 'address' | 'choice' | 'environment' | 'number' | 'switch' | 'members' | 'certificates'
  readonly label: string
  /** Validates what a person enters. */
  readonly schema: S
}

function setting<S extends z.ZodType>(
  kind: Setting['kind'],
  label: string,
  schema: S,
  details: SettingDetails = {},
): Setting<S> {
  return { kind, label, schema, ...details }
}

const usedBySigned = { usedBy: ['private_key_jwt'] } as const

/** The parts of the form, and what each has in this order. */
export const formParts = {
  profile: {
    name: setting('text', 'Name', nameSchema, {
      stored: storedNameSchema,
      isRequired: true,
      placeholder: 'Acme client testing',
    }),
    /** Groups profiles; empty: what the name suggests. */
    merchant: setting('text', 'Merchant', merchantSchema.default(''), {
      isHarmless: true,
      description: 'Groups profiles in the sidebar. If empty, taken from the name.',
    }),
    environment: setting('environment', 'Environment', environmentSchema, { isRequired: true }),
    flavor: setting('choice', 'OAuth flavor', flavorSchema),
  },
  portal: {
    clientId: setting('text', 'Client ID', clientIdSchema, { stored: storedClientIdSchema, isRequired: true }),
    tokenUrl: setting('address', 'Token URL', endpointUrlSchema, { stored: storedEndpointUrlSchema, isRequired: true }),
    /** Base address of the payments API; empty if the profile only requests tokens. */
    apiBaseUrl: setting('address', 'API base address', optionalBaseUrlSchema, {
      stored: storedBaseUrlSchema,
      description: 'Optional. Needed for calls and the connection test.',
    }),
    /** Base address of the reporting API; empty if the profile loads no lists. */
    reportsBaseUrl: setting('address', 'Reporting base address', optionalBaseUrlSchema, {
      stored: storedBaseUrlSchema,
      description: 'Optional. Needed for report lists.',
    }),
  },
  network: {
    proxy: setting('address', 'Proxy', proxySchema, { stored: storedProxySchema, initial: 'system' }),
    /** User name for a custom proxy that requires one. The password is only in the keychain. */
    proxyUser: setting('text', 'Proxy user name', proxyUserSchema.default('')),
    /** Hosts for which a custom proxy is not used. */
    proxyExceptions: setting('text', 'Proxy exceptions', proxyExceptionsSchema.default('')),
    /** Certificate authorities to trust for this profile, each PEM; added to the system's, never replacing them. */
    certificateAuthorities: setting('certificates', 'Additional trusted CAs (PEM)', z.array(authoritySchema), {
      description:
        'Trusted for this profile in addition to the system’s, for example the CA of a TLS-inspecting proxy.',
    }),
    /** Path of the hello-world check below the API address, which gets the token anyway (service document, section 4.2). */
    helloPath: setting('text', 'Connection test path', helloPathSchema, {
      stored: storedHelloPathSchema,
      initial: 'payment/hello-world',
      isHarmless: true,
      description: 'Relative to the API base address.',
    }),
    /** What programs may send through the profile's local address besides GET and HEAD, for example `POST PUT`. */
    localMethods: setting('text', 'Local address: other methods', localMethodsSchema.default(''), {
      placeholder: 'POST PUT',
      description: 'Methods that programs may use besides GET and HEAD.',
    }),
    /** Paths that programs may call through the profile's local address, with those below them; empty: all. */
    localPaths: setting('text', 'Local address: paths', localPathsSchema.default(''), {
      placeholder: '/payment /refunds',
      description: 'Separated by spaces, with those below them. If empty, all.',
    }),
  },
  access: {
    audience: setting('text', 'Audience', audienceSchema, {
      stored: storedAudienceSchema,
      placeholder: 'prefix:uri:environment:product',
    }),
    scopes: setting('text', 'Scopes', scopesSchema, {
      stored: storedScopesSchema,
      description: 'Space-separated. Leave empty for the default.',
    }),
  },
  tokenRequest: {
    clientAuthentication: setting('choice', 'Client authentication', clientAuthenticationSchema),
    assertionLifetimeSeconds: setting('number', 'Assertion lifetime (seconds)', lifetimeSchema, {
      ...usedBySigned,
      initial: 30,
      description: '5 seconds to 8 hours. Default: 30.',
    }),
    includeJti: setting('switch', 'Unique ID (jti)', z.boolean(), {
      ...usedBySigned,
      labelInQuestion: 'Unique ID (jti) in assertions',
      description: 'Added to each assertion.',
    }),
    /** Whether assertions use the service's clock, once known, instead of this computer's. */
    followServiceClock: setting('switch', 'Use the server’s time', z.boolean().default(false), {
      ...usedBySigned,
      description: 'Only if this computer’s clock is wrong.',
    }),
    /** The key ID sent in the assertion's header, unchanged; empty: the SHA-1 thumbprint of the active certificate. */
    kid: setting('text', 'Key ID (kid)', kidSchema, {
      ...usedBySigned,
      stored: storedKidSchema,
      description: 'Default: the thumbprint confirmed with the portal, or SHA-1 of the active certificate.',
    }),
    targetParameter: setting('text', 'Audience parameter name', renamedParameterSchema, {
      labelInQuestion: 'Name of the audience parameter',
      stored: storedParameterSchema,
      initial: 'audience',
    }),
    scopeParameter: setting('text', 'Scope parameter name', renamedParameterSchema, {
      labelInQuestion: 'Name of the scope parameter',
      stored: storedParameterSchema,
    }),
    includeClientId: setting('switch', 'Send client_id in the body', z.boolean(), {
      labelInQuestion: 'client_id in the body',
      usedBy: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    }),
    extraTokenParameters: setting(
      'members',
      'Additional parameter',
      z.record(extraParameterSchema, parameterValueSchema),
      { stored: z.record(storedParameterSchema, parameterValueSchema) },
    ),
  },
}

const table = {
  ...formParts.profile,
  ...formParts.portal,
  ...formParts.network,
  ...formParts.access,
  ...formParts.tokenRequest,
  /** Which field of a list's response holds its records, if the person had to choose (decision 004). */
  recordMembers: setting('members', 'Field of the records', z.partialRecord(listNameSchema, z.string().min(1)), {
    isHarmless: true,
  }),
}
type Table = typeof table

export type SettingName = keyof Table
/** Every setting of a profile, in the order of profile files and questions. */
export const settings: Readonly<Record<SettingName, Setting>> = table
export const settingNames = Object.keys(table) as SettingName[]

type Shape = { [S in SettingName]: Table[S]['schema'] }

/** Returns one schema per setting. The compiler cannot follow that each name keeps the type of its values. */
export function shapeOf(schemaOf: (setting: Setting) => z.ZodType): Shape {
  return Object.fromEntries(settingNames.map((name) => [name, schemaOf(settings[name])])) as Shape
}
