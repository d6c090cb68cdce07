import { ClavisError } from '#shared/errors.ts'
import { flavorSchema, environmentSchema } from '#shared/profiles/environment-schemas.ts'
import { flavorsOfEnvironment } from '#shared/profiles/environment.ts'
import { settingNames, settings, type SettingName } from '#shared/profiles/profile-settings.ts'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { checkedSettings } from './profile-file-format.ts'

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
    const name = settingNames.find((each) => each === key)
    const kind = name === undefined ? undefined : settings[name].kind
    if (name !== undefined && kind === 'members' && member !== undefined) {
      const object = (assigned[name] ?? before[name] ?? {}) as Record<string, string>
      const { [member]: _replaced, ...others } = object
      assigned[name] = value === '' ? others : { ...others, [member]: value }
    } else if (name !== undefined && kind !== 'members' && kind !== 'certificates' && member === undefined)
      assigned[name] = typed(name, value)
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

function typed(name: SettingName, value: string): unknown {
  const { kind } = settings[name]
  if (kind === 'switch') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw new ClavisError('input-invalid', `“${name}” must be true or false.`, {
      hint: `Write ${name}=true, for example.`,
    })
  }
  if (kind !== 'number') return value
  if (/^\d{1,9}$/u.test(value)) return Number(value)
  throw new ClavisError('input-invalid', `“${name}” must be a whole number.`, {
    hint: `Write ${name}=30, for example.`,
  })
}

function unknownSetting(assignment: string): ClavisError {
  // Those that every profile needs come first. Trusted CAs are files and have commands of their own.
  const required = settingNames.filter((name) => settings[name].isRequired)
  const keys = [...new Set([...required, ...settingNames])]
    .filter((name) => settings[name].kind !== 'certificates')
    .map((name) => (settings[name].kind === 'members' ? `${name}.NAME` : name))
  return new ClavisError('input-invalid', `“${assignment}” is not a valid setting assignment.`, {
    hint: `Write key=value with one of these keys: ${keys.join(', ')}.`,
  })
}
