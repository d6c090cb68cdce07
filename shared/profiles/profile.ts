import { z } from 'zod'
import { clientAuthenticationsOfFlavor, flavorsOfEnvironment, type Flavor } from './environment.ts'
import { isLoopbackUrl } from './plain-http.ts'
import { settingNames, settings, shapeOf, type Setting } from './profile-settings.ts'
import { reservedExtraParameters } from './token-parameter-names.ts'

export const profileIdSchema = z.uuid()
export type ProfileId = z.infer<typeof profileIdSchema>

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime()

const enteredShape = shapeOf(({ schema }) => schema)
const storedShape = shapeOf(({ schema, stored = schema }) => stored)

const enteredSettingsSchema = z.strictObject(enteredShape)
/** A profile's settings: what the form edits and what a profile file contains. */
export type ProfileSettings = z.infer<typeof enteredSettingsSchema>

function checkFlavor(value: ProfileSettings, context: z.RefinementCtx): void {
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

function checkParameters(value: ProfileSettings, context: z.RefinementCtx): void {
  for (const name of reservedExtraParameters(value))
    context.addIssue({
      code: 'custom',
      path: ['extraTokenParameters', name],
      message: 'Clavis sets this parameter itself.',
    })
}

export const profileSettingsSchema = enteredSettingsSchema.superRefine(checkFlavor).superRefine(checkParameters)

const storedSettingsSchema = z.object(storedShape).superRefine(checkFlavor)

/** Returns a profile's settings as stored, without id, revision and dates. They may be what only earlier versions took. */
export function settingsOf(profile: ProfileSettings): ProfileSettings {
  return storedSettingsSchema.parse(profile)
}

/** Returns whether every address of a profile is on this computer, as those of practice profiles are. */
export function usesOnlyThisComputer({
  tokenUrl,
  apiBaseUrl,
  reportsBaseUrl,
}: Pick<ProfileSettings, 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl'>): boolean {
  return [tokenUrl, apiBaseUrl, reportsBaseUrl].every((address) => address === '' || isLoopbackUrl(address))
}

type RequiredSetting = 'name' | 'environment' | 'clientId' | 'tokenUrl'

export function defaultProfileSettings(flavor: Flavor): Omit<ProfileSettings, RequiredSetting> {
  const empty: Partial<Record<Setting['kind'], unknown>> = {
    text: '',
    address: '',
    switch: false,
    members: {},
    certificates: [],
  }
  const values = settingNames
    .filter((name) => settings[name].isRequired !== true)
    .map((name) => [name, settings[name].initial ?? empty[settings[name].kind]] as const)
  return {
    // The compiler cannot follow that a value is of its name's kind.
    ...(Object.fromEntries(values) as Omit<ProfileSettings, RequiredSetting>),
    flavor,
    clientAuthentication: clientAuthenticationsOfFlavor[flavor][0],
    scopeParameter: flavor === 'jwt' ? 'scopes' : 'scope',
  }
}

/**
 * A profile as the page sees it: settings, id and dates. It has no field for secrets: keys and client secrets are only
 * in the keychain.
 */
export const profileSchema = z
  .strictObject({
    ...storedShape,
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
const { name, environment, clientId, tokenUrl } = enteredShape
export const profileFileEntrySchema = enteredSettingsSchema.partial().extend({ name, environment, clientId, tokenUrl })

/** A secret that is for one host alone. */
export type HostSecret = 'client secret' | 'proxy password'

const hosts: Readonly<Record<HostSecret, string>> = { 'client secret': 'token host', 'proxy password': 'proxy' }

/** Says that a secret does not survive a change of settings: it was given to another host. */
export function outdatedSecretMessage(secret: HostSecret): string {
  return `The ${hosts[secret]} changes, so a stored ${secret} is deleted. Enter it again.`
}
