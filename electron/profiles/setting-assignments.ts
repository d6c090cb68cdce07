import { ClavisError } from '#shared/errors.ts'
import { flavorSchema, environmentSchema } from '#shared/profiles/environment-schemas.ts'
import { flavorsOfEnvironment } from '#shared/profiles/environment.ts'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { checkedSettings } from './profile-file-format.ts'

const defaults: Readonly<Record<string, unknown>> = defaultProfileSettings('jwt')

/** Settings whose members are assigned one by one, such as `extraTokenParameters.tenant`. */
const objects = ['extraTokenParameters', 'recordMembers']

/** Settings that are assigned as a whole. Trusted CAs are files and have commands of their own. */
const assignable = ['name', 'environment', 'clientId', 'tokenUrl', ...Object.keys(defaults)].filter(
  (key) => !objects.includes(key) && key !== 'certificateAuthorities',
)

/**
 * Returns settings with `key=value` assignments applied. An empty value removes the member of an object. Another
 * environment or flavor brings its defaults, unless they are assigned too.
 * @param before the current settings; `{}` for a new profile
 * @throws `input-invalid` for an unknown key or an invalid value
 */
export function withAssignments(before: Partial<ProfileSettings>, assignments: readonly string[]): ProfileSettings {
  const assigned: Record<string, unknown> = {}
  for (const assignment of assignments) {
    const {
      key = '',
      member,
      value = '',
    } = /^(?<key>\w+)(?:\.(?<member>[^=]+))?=(?<value>.*)$/su.exec(assignment)?.groups ?? {}
    if (member !== undefined && objects.includes(key)) {
      const object = (assigned[key] ?? before[key as keyof ProfileSettings] ?? {}) as Record<string, string>
      const { [member]: _replaced, ...others } = object
      assigned[key] = value === '' ? others : { ...others, [member]: value }
    } else if (member === undefined && assignable.includes(key)) assigned[key] = typed(key, value)
    else throw unknownSetting(assignment)
  }
  return checkedSettings({ ...before, ...impliedBy(before, assigned), ...assigned })
}

/** Returns what another environment or flavor of an existing profile decides. */
function impliedBy(before: Partial<ProfileSettings>, assigned: Readonly<Record<string, unknown>>): object {
  const environment = environmentSchema.safeParse(assigned['environment'] ?? before.environment)
  if (before.flavor === undefined || !environment.success) return {}
  const suitable = flavorsOfEnvironment[environment.data]
  const kept = suitable.includes(before.flavor) ? before.flavor : suitable[0]
  const flavor = flavorSchema.catch(kept).parse(assigned['flavor'])
  if (flavor === before.flavor) return {}
  const { clientAuthentication, targetParameter, scopeParameter } = defaultProfileSettings(flavor)
  return { flavor, clientAuthentication, targetParameter, scopeParameter }
}

function typed(key: string, value: string): unknown {
  const kind = typeof defaults[key]
  if (kind === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw new ClavisError('input-invalid', `“${key}” must be true or false.`, {
      hint: `Write ${key}=true, for example.`,
    })
  }
  if (kind !== 'number') return value
  if (/^\d{1,9}$/u.test(value)) return Number(value)
  throw new ClavisError('input-invalid', `“${key}” must be a whole number.`, { hint: `Write ${key}=30, for example.` })
}

function unknownSetting(assignment: string): ClavisError {
  return new ClavisError('input-invalid', `“${assignment}” is not a valid setting assignment.`, {
    hint: `Write key=value with one of these keys: ${[...assignable, ...objects.map((key) => `${key}.NAME`)].join(', ')}.`,
  })
}
