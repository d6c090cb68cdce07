import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { titleComplaint } from '#shared/lists/list-columns.ts'
import { type FileView, fileViewSchema } from '#shared/lists/list-views.ts'
import { maxViews } from '#shared/lists/view-limits.ts'
import { flavorsOfEnvironment } from '#shared/profiles/environment.ts'
import { listNames } from '#shared/profiles/list-name.ts'
import {
  defaultProfileSettings,
  profileFileEntrySchema,
  profileSettingsSchema,
  type ProfileSettings,
} from '#shared/profiles/profile.ts'
import { hasHiddenCharacters } from '#shared/values/visible-text.ts'
import { hasAtMostValues } from '../files/read-chosen-file.ts'
import { certificatesIn } from './authorities.ts'

/** Maximum size of a profile file, bytes: a thousand profiles with one CA each. */
export const maxProfileFileBytes = 5_000_000
/** Maximum profiles, members per object and values of one file. */
const maxProfiles = 1_000
const maxMembers = 100
const maxValues = 100_000
/** Maximum distinct certificate authorities of one file: reading each takes 0.1 ms. */
const maxAuthorities = 200
const maxProblems = 50

/** A profile of a file: its settings and the saved views of its lists. */
export interface FileProfile {
  readonly settings: ProfileSettings
  readonly views: readonly FileView[]
}

/** The profile file. It contains no secrets. */
const profileFileSchema = z.strictObject({
  clavis: z.literal(1),
  profiles: z
    .array(
      profileFileEntrySchema.extend({
        views: z
          .array(fileViewSchema.superRefine(requirePlainNames))
          .max(maxViews * listNames.length)
          .optional(),
      }),
    )
    .min(1),
})

/** Makes sure that a view's name, and those of its columns, are what a person takes them for. */
function requirePlainNames({ name, columns: { order, settings } }: FileView, context: z.RefinementCtx): void {
  if (hasHiddenCharacters(name))
    context.addIssue({ code: 'custom', path: ['name'], message: 'Leave out characters that cannot be seen.' })
  const paths = [...order, ...settings.map(({ path }) => path)]
  for (const [index, setting] of settings.entries()) {
    const message = titleComplaint(setting, paths)
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: ['columns', 'settings', index, 'title'], message })
  }
}

/**
 * Parses a profile file. Each profile needs four members; the others default to those of its flavor. An unknown member is
 * an error that names it.
 * @throws `profile-file-invalid`
 */
export function parseProfileFile(text: string): FileProfile[] {
  const content = parseJson(text)
  requireModestSize(content)
  const file = profileFileSchema.safeParse(content)
  if (!file.success) throw invalid(file.error.issues, namesIn(text))
  return file.data.profiles.map(({ views = [], ...entry }, index) => {
    const settings = profileSettingsSchema.safeParse(withDefaults(entry))
    if (!settings.success)
      throw invalid(
        settings.error.issues.map((issue) => ({ ...issue, path: ['profiles', index, ...issue.path] })),
        file.data.profiles.map(({ name }) => name),
      )
    return { settings: settings.data, views }
  })
}

/**
 * Checks the settings of one profile, like those in a profile file.
 * @throws `input-invalid`, which names every problem
 */
export function checkedSettings(entry: Readonly<Record<string, unknown>>): ProfileSettings {
  const given = profileFileEntrySchema.safeParse(entry)
  const settings = given.success ? profileSettingsSchema.safeParse(withDefaults(given.data)) : given
  if (settings.success) return settings.data
  const problems = settings.error.issues.slice(0, maxProblems).map((issue) => problemIn(issue, []))
  throw new ClavisError('input-invalid', `These settings are invalid: ${problems.join(' ')}`, {
    hint: 'Nothing was changed.',
    details: { problems },
  })
}

function withDefaults(entry: z.infer<typeof profileFileEntrySchema>): object {
  const flavor = entry.flavor ?? flavorsOfEnvironment[entry.environment][0]
  const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
  return { ...defaultProfileSettings(flavor), ...given }
}

/** Formats a profile file, without secrets and ids. */
export function formatProfileFile(profiles: readonly FileProfile[]): string {
  const entries = profiles.map(({ settings, views }) => (views.length === 0 ? settings : { ...settings, views }))
  return `${JSON.stringify({ clavis: 1, profiles: entries }, undefined, 2)}\n`
}

/** Refuses a file with too many entries: validating a million of them would take minutes. */
function requireModestSize(content: unknown): void {
  if (!isObject(content)) return
  const profiles = 'profiles' in content && Array.isArray(content.profiles) ? content.profiles : []
  if (profiles.length > maxProfiles) throw tooMuch(`more than ${maxProfiles} profiles`)
  const objects = [content, ...profiles.filter(isObject)]
  if (objects.some((object) => Object.keys(object).length > maxMembers))
    throw tooMuch(`more than ${maxMembers} members in one object`)
  const authorities = profiles.flatMap((profile: unknown) =>
    isObject(profile) && 'certificateAuthorities' in profile && Array.isArray(profile.certificateAuthorities)
      ? profile.certificateAuthorities.filter((each) => typeof each === 'string')
      : [],
  )
  if (certificatesIn(authorities).length > maxAuthorities)
    throw tooMuch(`more than ${maxAuthorities} different certificate authorities`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function tooMuch(what: string): ClavisError {
  return new ClavisError('profile-file-invalid', `The profile file is too large: it has ${what}.`, {
    hint: 'Split it into smaller files, or choose one that Clavis exported.',
  })
}

function parseJson(text: string): unknown {
  if (!hasAtMostValues(text, maxValues)) throw tooMuch('too many values')
  try {
    // Windows editors may add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/u, ''))
  } catch (error) {
    throw new ClavisError('profile-file-invalid', 'This is not a profile file: it is not valid JSON.', {
      hint: 'Choose a file that Clavis exported, or see docs/profile-files.md for the format.',
      details: { problems: [error instanceof Error ? error.message : String(error)] },
      cause: error,
    })
  }
}

/** Reads the names as far as possible, so that a problem can name its profile. */
function namesIn(text: string): (string | undefined)[] {
  const content = parseJson(text)
  if (!isObject(content) || !('profiles' in content) || !Array.isArray(content.profiles)) return []
  return content.profiles.map((entry: unknown) =>
    isObject(entry) && 'name' in entry && typeof entry.name === 'string' ? entry.name : undefined,
  )
}

function invalid(issues: readonly z.core.$ZodIssue[], names: readonly (string | undefined)[]): ClavisError {
  const problems = issues.slice(0, maxProblems).map((issue) => problemIn(issue, names))
  return new ClavisError('profile-file-invalid', `The profile file is invalid: ${problems[0] ?? 'unknown format.'}`, {
    hint:
      issues.length > 1
        ? `Fix these ${issues.length} problems and import again. Nothing was changed.`
        : 'Fix this problem and import again. Nothing was changed.',
    details: { problems },
  })
}

function problemIn(issue: z.core.$ZodIssue, names: readonly (string | undefined)[]): string {
  if (issue.path.join('.') === 'clavis') return '“clavis” must be 1 (file format version).'
  const [first, index, ...members] = issue.path
  const place =
    first === 'profiles' && typeof index === 'number'
      ? `profile ${index + 1}${names[index] === undefined ? '' : ` (“${names[index]}”)`}: `
      : ''
  const member = (place === '' ? issue.path : members).map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return `${place}unknown member ${issue.keys.map((key) => `“${member === '' ? key : `${member}.${key}`}”`).join(', ')}.`
  if (issue.code === 'invalid_type' && issue.input === undefined && member !== '')
    return `${place}“${member}” is missing.`
  // Of a name that is not allowed, only the inner issue says why.
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
  return `${place}${member === '' ? '' : `“${member}”: `}${message}`
}
