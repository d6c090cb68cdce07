import { isDeepStrictEqual } from 'node:util'
import { environmentNames, type Environment } from '#shared/profiles/environment.ts'
import { settingNames, settings, type Setting, type SettingName } from '#shared/profiles/profile-settings.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { inShort } from '#shared/questions.ts'
import { authoritiesIn, shownAuthority } from './authorities.ts'
import { originOf, shownAddresses, shownChange, shownValue } from './shown-value.ts'

type Describe<V> = (label: string, before: V, after: V) => string[]

/** Describes the change of a setting, by its kind. The compiler cannot follow that a setting's values are of its kind. */
const describers: Readonly<Record<Setting['kind'], Describe<never>>> = {
  text: value,
  choice: value,
  number: value,
  switch: value,
  environment: (label, before: Environment, after: Environment) =>
    value(label, environmentNames[before], environmentNames[after]),
  address: (label, before: string, after: string) => [`${label}: ${shownAddresses(before, after)}`],
  members,
  certificates: authorities,
}

/** The settings that need a question in Production. The environment comes first: it decides how much the others matter. */
const guarded = [...new Set<SettingName>(['environment', ...settingNames])].filter(
  (name) => settings[name].isHarmless !== true,
)

/** Lists the guarded settings that differ, one line each, e.g. `Token URL: auth.example.com → other.example.com`. */
export function guardedChanges(before: ProfileSettings, after: ProfileSettings): string[] {
  return guarded.flatMap((name) => (isDeepStrictEqual(before[name], after[name]) ? [] : describe(name, before, after)))
}

/** Lists the hosts that differ, one line each, e.g. `Token URL: auth.example.com → other.example.com`. */
export function hostChanges(before: ProfileSettings, after: ProfileSettings): string[] {
  return (['tokenUrl', 'apiBaseUrl', 'reportsBaseUrl', 'proxy'] as const).flatMap((name) => {
    const isSame =
      before[name] === after[name] ||
      (originOf(before[name]) !== undefined && originOf(before[name]) === originOf(after[name]))
    return isSame ? [] : describe(name, before, after)
  })
}

function describe(name: SettingName, before: ProfileSettings, after: ProfileSettings): string[] {
  const { kind, label, labelInQuestion = label } = settings[name]
  return (describers[kind] as Describe<unknown>)(labelInQuestion, before[name], after[name])
}

function value(label: string, before: string | number | boolean, after: string | number | boolean): string[] {
  return [`${label}: ${shownChange(before, after)}`]
}

function members(
  label: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  return inShort(
    names.map((name) => `${label} ${shownValue(name)}: ${shownChange(before[name] ?? '', after[name] ?? '')}`),
  )
}

function authorities(_label: string, before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [authoritiesIn(before), authoritiesIn(after)]
  const isIn = (list: typeof old, sha256: string): boolean => list.some((each) => each.sha256 === sha256)
  const changes = [
    ...inShort(
      now.filter(({ sha256 }) => !isIn(old, sha256)).map((each) => `Trusted CA added: ${shownAuthority(each)}`),
    ),
    ...inShort(
      old.filter(({ sha256 }) => !isIn(now, sha256)).map((each) => `Trusted CA removed: ${shownAuthority(each)}`),
    ),
  ]
  return changes.length > 0 ? changes : ['Additional trusted CAs: same certificates, written differently']
}
