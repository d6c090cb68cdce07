import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { KeySize } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { missingWords, replacementProgress, replacementSummary } from '#shared/replacements/replacement-messages.ts'
import type { ReplacementStep } from '#shared/replacements/replacement-steps.ts'
import { replacementStep, type ReplacementView } from '#shared/replacements/replacement.ts'
import { localDay } from '#shared/values/local-day.ts'
import type { Confirm } from '../../confirmation.ts'
import { severalQuestion } from '../../profiles/guards/confirmation-messages.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmSeveral } from '../terminal/confirm.ts'
import { forEachProfile, type ProfileResult } from '../terminal/profile-results.ts'
import {
  isSelecting,
  selectProfiles,
  type Selection,
  type ProfileAction,
  type SelectionOptions,
} from '../terminal/profile-selection.ts'
import { formatTable } from '../terminal/table.ts'

export interface StartOptions extends SelectionOptions {
  readonly bits: string
  readonly outDir: string
}

export interface TestOptions extends SelectionOptions {
  readonly skipConfirmation?: true
}

export interface GuardedOptions extends SelectionOptions {
  readonly confirm: readonly string[]
}

/** Creates a key and a CSR next to the active credential, and writes the CSR to a file. */
export const startReplacement: ProfileAction<StartOptions> = async (context, name, { bits, outDir, ...options }) => {
  const { replacements, severalReplacements } = await context.services()
  const isSuitable = ({ credentials }: StoredProfile): boolean => credentials.some(({ state }) => state === 'active')
  const selection = await selectProfiles(context, name, options, isSuitable)
  await mkdir(resolve(outDir), { recursive: true })
  // CSRs are saved one at a time, so that no file gets the name of another.
  let saving = Promise.resolve<unknown>(undefined)
  const start = async ({ profile }: StoredProfile): Promise<ProfileResult> => {
    const started = await replacements.start(profile.id, Number(bits) as KeySize)
    if (started.step === 'make-request') await replacements.repeatRequest(profile.id)
    const saved = saving.then(() =>
      severalReplacements.save('request', [profile.id], () => Promise.resolve(resolve(outDir))),
    )
    saving = saved.catch(() => undefined)
    const fileNames = (await saved)?.fileNames ?? []
    const view = await viewOf(context, profile.id)
    const missing = missingWords(view.missingInRequest)
    const text = [`Wrote the CSR to ${fileNames.join(', ')}.`, missing && `${missing}.`, describe(view)]
    return { text: text.filter((each) => each !== undefined).join(' '), value: { ...view, fileNames } }
  }
  await forEachProfile(context, selection, start, `Creating a ${bits}-bit key…`)
}

export const showReplacements: ProfileAction = async (context, name, options) => {
  const { replacements, settings } = await context.services()
  const [all, timeZone] = [await replacements.list(), await settings.timeZone()]
  const isChosen = name !== undefined || isSelecting(options)
  const chosen = isChosen ? (await selectProfiles(context, name, options)).profiles : undefined
  const views = all.filter(({ profileId }) => chosen?.some(({ profile }) => profile.id === profileId) ?? true)
  context.answer(
    views,
    formatTable(
      ['Profile', 'Environment', 'Step', 'Old expires', 'New expires'],
      views.map((view) => [
        view.profileName,
        environmentNames[view.environment],
        describe(view),
        dayOf(view.oldNotAfter, timeZone),
        dayOf(view.newNotAfter, timeZone),
      ]),
      'No replacement in progress.',
    ),
  )
}

/** Requests a real token with the new key. The old one stays active. Says with it that the certificate is uploaded. */
export const testReplacement: ProfileAction<TestOptions> = async (context, name, { skipConfirmation, ...options }) => {
  const { replacements } = await context.services()
  const selection = await atStep(context, name, options, ['upload', 'confirm', 'try', 'switch'])
  await forEachProfile(context, selection, async ({ profile }) => {
    let { step } = await viewOf(context, profile.id)
    if (step === 'upload') ({ step } = await replacements.markUploaded(profile.id))
    if (step === 'confirm' && skipConfirmation === true) await replacements.skipConfirmation(profile.id)
    else if (step === 'confirm') throw unconfirmed(context)
    const { trial } = (await replacements.tryOut(profile.id)).replacement
    if (trial?.kind === 'failed') throw new ClavisError(trial.code, trial.message, { hint: 'Nothing was switched.' })
    return result(context, profile.id, 'The service accepted the new key.')
  })
}

/** Activates the new credential and requests a token with it. Leaves what is switched already as it is. */
export const switchReplacement: ProfileAction<GuardedOptions> = async (context, name, { confirm, ...options }) => {
  const { replacements } = await context.services()
  const selection = await atStep(context, name, options, ['switch', 'watch', 'retire', 'remove'])
  const isSwitched = ({ replacement, credentials }: StoredProfile): boolean =>
    replacement !== undefined && ['retire', 'remove'].includes(replacementStep(replacement, credentials))
  const profiles = selection.profiles.filter((stored) => !isSwitched(stored))
  const confirmed = await confirmStep('switch', { ...selection, profiles }, confirm)
  await forEachProfile(context, selection, async (stored) => {
    const { profile } = stored
    if (isSwitched(stored)) return result(context, profile.id, 'The new credential is active already.')
    const { step } = await viewOf(context, profile.id)
    if (step !== 'watch') await replacements.switchOver(profile.id, confirmed)
    await replacements.verify(profile.id)
    return result(context, profile.id, 'Switched to the new credential; a token was received with it.')
  })
}

/** Activates the old credential again. */
export const rollBackReplacement: ProfileAction<GuardedOptions> = async (context, name, { confirm, ...options }) => {
  const { replacements } = await context.services()
  const selection = await atStep(context, name, options, ['watch', 'retire'])
  const confirmed = await confirmStep('roll-back', selection, confirm)
  await forEachProfile(context, selection, async ({ profile }) => {
    await replacements.goBack(profile.id, confirmed)
    return result(context, profile.id, 'Rolled back: the old credential is active again.')
  })
}

export const retireReplaced: ProfileAction<GuardedOptions> = async (context, name, { confirm, ...options }) => {
  const { replacements } = await context.services()
  const selection = await atStep(context, name, options, ['retire', 'remove'])
  const confirmed = await confirmStep('retire', selection, confirm)
  await forEachProfile(context, selection, async ({ profile }) => {
    const { step } = await viewOf(context, profile.id)
    if (step !== 'remove') await replacements.retireOld(profile.id, confirmed)
    return result(context, profile.id, 'Retired the old credential.')
  })
}

/** Notes that the old certificate was removed from the portal, which completes the replacement. */
export const finishReplacement: ProfileAction = async (context, name, options) => {
  const { replacements, settings } = await context.services()
  const timeZone = await settings.timeZone()
  const selection = await atStep(context, name, options, ['remove', 'done'])
  await forEachProfile(context, selection, async ({ profile }) => {
    const { step, newNotAfter } = await viewOf(context, profile.id)
    if (step !== 'done') await replacements.markRemoved(profile.id)
    await replacements.end(profile.id)
    const day = newNotAfter === undefined ? undefined : localDay(newNotAfter, timeZone)
    return {
      text: `${replacementSummary(profile.name, day)}.`,
      value: { finished: true, newNotAfter: newNotAfter ?? null },
    }
  })
}

/** Cancels the replacement; both credentials stay as they are. */
export const cancelReplacement: ProfileAction = async (context, name, options) => {
  const { replacements } = await context.services()
  const selection = await selectProfiles(context, name, options, ({ replacement }) => replacement !== undefined)
  await forEachProfile(context, selection, async ({ profile }) => {
    await viewOf(context, profile.id)
    await replacements.end(profile.id)
    return { text: 'Cancelled the replacement; both credentials stay as they are.', value: { cancelled: true } }
  })
}

/** Selects profiles; of those that are not named, only the ones whose replacement is at one of these steps. */
function atStep(
  context: CommandContext,
  name: string | undefined,
  options: SelectionOptions,
  steps: readonly ReplacementStep[],
): Promise<Selection> {
  return selectProfiles(
    context,
    name,
    options,
    ({ replacement, credentials }) =>
      replacement !== undefined && steps.includes(replacementStep(replacement, credentials)),
  )
}

/** Asks once for all Production profiles if several are chosen. @returns the confirmation of each */
function confirmStep(
  step: 'switch' | 'roll-back' | 'retire',
  { profiles, isSeveral }: Selection,
  typed: readonly string[],
): Promise<Confirm> {
  return confirmSeveral(profiles, typed, (names) => severalQuestion(step, names), isSeveral)
}

async function viewOf({ services }: CommandContext, profileId: string): Promise<ReplacementView> {
  const view = (await (await services()).replacements.list()).find((each) => each.profileId === profileId)
  if (view !== undefined) return view
  throw new ClavisError('credential-state-wrong', 'No replacement is in progress for this profile.', {
    hint: 'Start one with “replace start”.',
  })
}

async function result(context: CommandContext, profileId: string, text: string): Promise<ProfileResult> {
  const view = await viewOf(context, profileId)
  return { text: `${text} ${describe(view)}`, value: view }
}

function unconfirmed({ commandLine }: CommandContext): ClavisError {
  return new ClavisError('not-confirmed', 'The portal’s thumbprint of the new certificate is not confirmed.', {
    hint: `Confirm it with: ${commandLine} certificate confirm. If the portal shows none, add --skip-confirmation.`,
  })
}

function describe({ step }: ReplacementView): string {
  return replacementProgress(step)
}

function dayOf(instant: string | undefined, timeZone: string | undefined): string {
  return instant === undefined ? '-' : localDay(instant, timeZone)
}
