import { ClavisError } from '../../shared/model/errors/error.ts'
import { flavorsOfEnvironment } from '../../shared/model/profile/environment.ts'
import { hasAtMostValues } from '../files/json-size.ts'
import { certificatesIn } from './authorities.ts'
import {
  defaultProfileSettings,
  profileFileSchema,
  profileSettingsSchema,
  type ProfileFile,
  type ProfileSettings,
} from '../../shared/model/profile/profile.ts'
import type { z } from 'zod'

/** The most that a profile file may hold, bytes: a thousand profiles with an authority each. */
export const maxProfileFileBytes = 5_000_000
/** The most profiles of one file, the most members of one object in it, and the most values in all. */
const maxProfiles = 1_000
const maxMembers = 100
const maxValues = 100_000
/** The most different certificate authorities of one file: reading each takes a tenth of a millisecond. */
const maxAuthorities = 200
/** The most problems that are reported. */
const maxProblems = 50

/**
 * Reads a profile file (design, section 8): four members are required in each profile, the rest has the defaults of
 * its flavor, and an unknown member is an error that names it.
 * @throws `profile-file-invalid`
 */
export function parseProfileFile(text: string): ProfileSettings[] {
  const content = parseJson(text)
  requireModestSize(content)
  const file = profileFileSchema.safeParse(content)
  if (!file.success) throw invalid(file.error.issues, namesIn(text))
  return file.data.profiles.map((entry, index) => {
    const flavor = entry.flavor ?? flavorsOfEnvironment[entry.environment][0]
    const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    const settings = profileSettingsSchema.safeParse({ ...defaultProfileSettings(flavor), ...given })
    if (!settings.success)
      throw invalid(
        settings.error.issues.map((issue) => ({ ...issue, path: ['profiles', index, ...issue.path] })),
        file.data.profiles.map(({ name }) => name),
      )
    return settings.data
  })
}

/** Writes a profile file. It has no secrets and none of this machine's ids. */
export function formatProfileFile(profiles: ProfileSettings[]): string {
  return `${JSON.stringify({ clavis: 1, profiles } satisfies ProfileFile, undefined, 2)}\n`
}

/** Checking what is wrong with each of a million entries would take minutes: such a file is refused as a whole. */
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
  return new ClavisError('profile-file-invalid', `The profile file cannot be used: it has ${what}.`, {
    hint: 'Choose a file that was exported from Clavis, or split it into smaller ones.',
  })
}

function parseJson(text: string): unknown {
  if (!hasAtMostValues(text, maxValues)) throw tooMuch('too many values')
  try {
    // Editors on Windows may put a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/u, ''))
  } catch (error) {
    throw new ClavisError('profile-file-invalid', 'This is no profile file: it is not JSON.', {
      hint: 'Choose a file that was exported from Clavis, or write one as docs/profile-files.md shows.',
      details: { problems: [error instanceof Error ? error.message : String(error)] },
      cause: error,
    })
  }
}

/** The names as far as they can be read, so that a complaint can name its profile. */
function namesIn(text: string): (string | undefined)[] {
  const content = parseJson(text)
  if (typeof content !== 'object' || content === null || !('profiles' in content) || !Array.isArray(content.profiles))
    return []
  return content.profiles.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
      ? entry.name
      : undefined,
  )
}

function invalid(issues: readonly z.core.$ZodIssue[], names: readonly (string | undefined)[]): ClavisError {
  const problems = issues.slice(0, maxProblems).map((issue) => problemIn(issue, names))
  return new ClavisError('profile-file-invalid', `The profile file cannot be used: ${problems[0] ?? 'unknown form'}`, {
    hint:
      issues.length > 1
        ? `There are ${issues.length} problems in all. Mend them and import again; nothing was imported.`
        : 'Mend it and import again; nothing was imported.',
    details: { problems },
  })
}

function problemIn(issue: z.core.$ZodIssue, names: readonly (string | undefined)[]): string {
  const [first, index, ...members] = issue.path
  const place =
    first === 'profiles' && typeof index === 'number'
      ? `profile ${index + 1}${names[index] === undefined ? '' : ` (“${names[index]}”)`}: `
      : ''
  const member = (place === '' ? issue.path : members).map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return `${place}unknown member ${issue.keys.map((key) => `“${member === '' ? key : `${member}.${key}`}”`).join(', ')}.`
  if (issue.code === 'invalid_type' && issue.input === undefined && member !== '')
    return `${place}“${member}” is missing or of the wrong type.`
  return `${place}${member === '' ? '' : `“${member}”: `}${issue.message}`
}
