import { resolve } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { environmentNames, needsCertificate } from '#shared/profiles/environment.ts'
import { withoutAsking } from '../../confirmation.ts'
import { removeProfile } from '../../credentials/profile-removal.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { readChosenFile } from '../../files/read-chosen-file.ts'
import { newHostsQuestion, webhookHostQuestion } from '../../profiles/guards/host-question.ts'
import { agreeToHosts, hostsOf, noProfile } from '../../profiles/guards/profile-hosts.ts'
import { maxProfileFileBytes } from '../../profiles/profile-file-format.ts'
import { exportProfileFile, importProfileFile, previewProfileFile } from '../../profiles/profile-import.ts'
import { withAssignments } from '../../profiles/setting-assignments.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../terminal/command-terminal.ts'
import { confirmByName } from '../terminal/confirm.ts'
import { withoutRemoved } from '../terminal/profile-selection.ts'
import { changedHostLines, importedLines } from './imported-profiles.ts'
import { noteOutdatedSecrets, noteWarnings } from './profile-actions.ts'

/** Creates a profile. @param assignments settings as `key=value` */
export async function createProfile(
  { profiles, answer, commandLine, terminal }: CommandContext,
  name: string,
  assignments: readonly string[],
): Promise<void> {
  const settings = withAssignments({}, [`name=${name}`, ...assignments])
  const profile = await (await profiles()).create(settings, { practice: false })
  const next = needsCertificate(profile) ? 'key create' : 'secret set'
  answer(
    profile,
    `Created ${profile.name} (${environmentNames[profile.environment]}). Next: ${commandLine} ${next} PROFILE`,
  )
  noteWarnings(terminal, [profile])
}

/** Changes settings of a profile. @param assignments settings as `key=value` */
export async function setSettings(
  { profiles, services, answer, terminal }: CommandContext,
  name: string,
  assignments: readonly string[],
  { confirm }: { readonly confirm?: string },
): Promise<void> {
  const store = await profiles()
  const { profile } = await store.find(name)
  const changed = await store.changeSettings(
    profile.id,
    (settings) => withAssignments(settings, assignments),
    confirmByName(confirm),
  )
  // Also an address that was stored already, but not by a command.
  const typed = Object.fromEntries(
    Object.entries(changed).filter(([key]) => assignments.some((each) => each.startsWith(`${key}=`))),
  )
  await store.database.change(({ sql }) => agreeToHosts(sql, changed.id, hostsOf(typed)))
  // Its keys may be bound to another host.
  if (assignments.some((each) => /^(?:tokenUrl|environment)=/u.test(each)))
    await (await services()).credentials.bindKeys(changed.id)
  answer(changed, [`Changed ${changed.name}.`, ...changedHostLines(profile, changed)])
  noteWarnings(terminal, [changed])
  noteOutdatedSecrets(terminal, profile, changed)
}

/**
 * Agrees to hosts that a profile or the webhook has, as a person does in the window.
 * @param names hosts as an error names them, e.g. `https://auth.example.com`, or without `https://`
 * @throws `input-invalid` if one is not a host that it has
 */
export async function agree(
  { services, answer }: CommandContext,
  names: readonly string[],
  { profile: name }: { readonly profile?: string },
): Promise<void> {
  const { profiles, settings, credentials } = await services()
  const profile = name === undefined ? undefined : (await profiles.find(name)).profile
  const { webhookUrl } = (await settings.read()).warnings
  const has = profile === undefined ? hostsOf({}, webhookUrl) : hostsOf(profile)
  const uses = names.flatMap((each) => {
    const address = /^[a-z]+:\/\//iu.test(each) ? each : `https://${each}`
    const meant = has.filter(({ host }) => URL.canParse(address) && new URL(address).origin === host)
    if (meant.length > 0) return meant
    throw new ClavisError(
      'input-invalid',
      `${profile === undefined ? 'The webhook' : `“${profile.name}”`} has no host ${each}.`,
      {
        hint: `It has: ${[...new Set(has.map(({ host }) => host))].join(', ') || 'none'}.`,
      },
    )
  })
  await profiles.database.change(({ sql }) => agreeToHosts(sql, profile?.id ?? noProfile, uses))
  // Its keys may be bound to another host.
  if (profile !== undefined && uses.some(({ purpose }) => purpose === 'token'))
    await credentials.followHosts(profile.id)
  const { details } = profile === undefined ? webhookHostQuestion(has[0]?.host ?? '') : newHostsQuestion(profile, uses)
  answer({ profileId: profile?.id, hosts: uses }, ['Agreed.', ...details])
}

export interface ImportOptions {
  readonly withNetwork?: true
  readonly replace?: true
  readonly confirm: readonly string[]
}

export async function importProfiles(
  { profiles, answer, terminal }: CommandContext,
  path: string,
  { withNetwork, replace, confirm }: ImportOptions,
): Promise<void> {
  const text = (await readChosenFile(resolve(path), maxProfileFileBytes)).toString('utf8')
  const store = await profiles()
  const previews = previewProfileFile(text)
  const options = {
    withNetwork: withNetwork === true,
    ...(replace === true ? { replace: confirmByName(confirm) } : {}),
  }
  // The option replaces the question that the window asks in a dialog.
  const before = await store.list()
  const imported = await importProfileFile(store, text, options, withoutAsking)
  const replaced = imported.flatMap((profile) => {
    const earlier = before.find((stored) => stored.profile.id === profile.id)?.profile
    return earlier === undefined ? [] : [{ before: earlier, after: profile }]
  })
  answer(imported, importedLines(previews, { withNetwork: withNetwork === true, replaced }))
  noteWarnings(terminal, imported)
  for (const each of replaced) noteOutdatedSecrets(terminal, each.before, each.after)
}

/** Writes profiles to a profile file, without keys and secrets. */
export async function exportProfiles(
  { profiles, answer }: CommandContext,
  names: readonly string[],
  { out }: { readonly out: string },
): Promise<void> {
  const store = await profiles()
  const chosen = names.length === 0 ? await store.list() : await Promise.all(names.map((name) => store.find(name)))
  const ids = chosen.map((stored) => stored.profile.id)
  const write = async (left: readonly string[]): Promise<number> => {
    await writeFileAtomically(resolve(out), await exportProfileFile(store, left))
    return left.length
  }
  const count = await (names.length === 0 ? withoutRemoved({ store, ids }, write) : write(ids))
  answer({ profiles: count, file: resolve(out) }, `Wrote ${counted(count, 'profile')} to ${out}.`)
}

export interface RemovalOptions {
  readonly destroySecrets?: true
  readonly confirm?: string
}

/** Removes a profile, and its keys and client secret if asked to. */
export async function removeNamed(
  { services, answer }: CommandContext,
  name: string,
  { destroySecrets, confirm }: RemovalOptions,
): Promise<void> {
  const { profiles, credentials } = await services()
  const { profile: found } = await profiles.find(name)
  const { id, name: fullName } = found
  const options = { destroySecrets: destroySecrets === true }
  await removeProfile({ profiles, credentials }, id, options, confirmByName(confirm))
  const what = destroySecrets === true ? `${fullName} and deleted its keys and secret from the keychain` : fullName
  answer({ removed: id }, `Removed ${what}.`)
}
