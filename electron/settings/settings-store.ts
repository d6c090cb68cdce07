import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { urgentDays } from '#shared/expiry/expiry.ts'
import type { WarningSettings } from '#shared/expiry/warning-schemas.ts'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { appSettingsSchema, type AppSettings } from '#shared/settings/app-settings.ts'
import { defaultSidebarSettings } from '#shared/settings/sidebar-settings.ts'
import { defaultDatePreference, timeZoneOf } from '#shared/values/date-text.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import { lostThresholds, silenceQuestion, webhookQuestion } from '../profiles/guards/confirmation-messages.ts'
import { agreeToHosts, noProfile } from '../profiles/guards/profile-hosts.ts'
import { ProfileRows } from '../profiles/store/profile-rows.ts'
import type { Database, Transaction } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'

const defaults: AppSettings = {
  theme: 'system',
  dates: defaultDatePreference,
  warnings: defaultWarningSettings,
  sidebar: defaultSidebarSettings,
}

/** Format of what is stored. An older Clavis may have stored fewer members. */
const storedSchema = z.looseObject({ warnings: z.looseObject({}).optional() })

/** Parses stored settings; missing members get their defaults. @throws zod's error if they are damaged */
function parseSettings(content: unknown): AppSettings {
  const kept = storedSchema.parse(content ?? {})
  return appSettingsSchema.parse({ ...defaults, ...kept, warnings: { ...defaults.warnings, ...kept.warnings } })
}

export class SettingsStore {
  readonly #database: Database
  readonly #document: StoredDocument<AppSettings>

  constructor({ database }: { readonly database: Database }) {
    this.#database = database
    this.#document = new StoredDocument({ database, name: 'settings', parse: parseSettings })
  }

  /** @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed` */
  read(within?: Transaction): Promise<AppSettings> {
    return this.#document.read(within)
  }

  /** Returns the time zone of days and dates (IANA); undefined for the computer's own. @throws what `read` throws */
  async timeZone(): Promise<string | undefined> {
    return timeZoneOf((await this.read()).dates)
  }

  /**
   * Changes some settings and returns all of them.
   * @param confirm asks before warnings are sent to another address, and before Production profiles lose warnings
   * @throws what `confirm` throws
   */
  async change(
    changes: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined },
    confirm: Confirm = refuseConfirmation,
  ): Promise<AppSettings> {
    const { warnings } = await this.read()
    const asked = warnings.webhookUrl
    const webhookUrl = changes.warnings?.webhookUrl ?? asked
    // On a shared host, the path decides who receives the warnings.
    const isAsked = webhookUrl !== '' && webhookUrl !== asked
    if (isAsked) await confirm(webhookQuestion(webhookUrl, asked))
    const lost = changes.warnings === undefined ? [] : lostWarnings(warnings, changes.warnings)
    const production = lost.length === 0 ? [] : await this.#production()
    if (production.length > 0) await confirm(silenceQuestion(production, lost))
    const change = (before: AppSettings): AppSettings => {
      // The settings may have changed while a question was open.
      if (before.warnings.webhookUrl !== asked && before.warnings.webhookUrl !== webhookUrl)
        throw new ClavisError('input-invalid', 'The webhook was changed elsewhere.', {
          hint: 'Check its current address and make your change again.',
        })
      return {
        theme: changes.theme ?? before.theme,
        dates: changes.dates ?? before.dates,
        warnings: changes.warnings ?? before.warnings,
        sidebar: changes.sidebar ?? before.sidebar,
      }
    }
    return this.#database.change(async (within) => {
      if (changes.warnings !== undefined)
        await this.#requireAsked({ before: warnings, after: changes.warnings, production }, within)
      if (isAsked) agreeToHosts(within.sql, noProfile, [{ purpose: 'webhook', host: new URL(webhookUrl).origin }])
      return this.#document.change(change, within)
    })
  }

  /** Makes sure that no Production profile loses a warning that the question did not name. @throws `input-invalid` */
  async #requireAsked(
    { before, after, production }: { before: WarningSettings; after: WarningSettings; production: readonly Profile[] },
    within: Transaction,
  ): Promise<void> {
    const { warnings } = await this.read(within)
    if (lostWarnings(warnings, after).length === 0) return
    const now = await this.#production(within)
    const isNamed = now.every(({ id }) => production.some((each) => each.id === id))
    if (now.length > 0 && lostWarnings(warnings, isNamed ? either(before, after) : after).length > 0)
      throw new ClavisError('input-invalid', 'The warnings were changed elsewhere.', {
        hint: 'Check them and make your change again.',
      })
  }

  async #production(within?: Transaction): Promise<Profile[]> {
    const stored = await new ProfileRows(this.#database).profiles(within)
    return stored.flatMap(({ profile }) => (profile.environment === 'production' ? [profile] : []))
  }
}

const channels = {
  desktop: 'Desktop notifications',
  tray: 'Tray icon',
  badge: 'Badge',
  background: 'Keep running in the background',
} as const

/** Returns settings with every warning that one of the two has. */
function either(one: WarningSettings, other: WarningSettings): WarningSettings {
  return {
    webhook: one.webhook || other.webhook,
    webhookUrl: one.webhookUrl || other.webhookUrl,
    thresholds: [...one.thresholds, ...other.thresholds],
    desktop: one.desktop || other.desktop,
    tray: one.tray || other.tray,
    badge: one.badge || other.badge,
    background: one.background || other.background,
  }
}

/** Describes the warnings that a change of the settings takes away, one line each. */
function lostWarnings(before: WarningSettings, after: WarningSettings): string[] {
  const posts = ({ webhook, webhookUrl }: WarningSettings): boolean => webhook && webhookUrl !== ''
  return [
    ...(Object.keys(channels) as (keyof typeof channels)[]).flatMap((channel) =>
      before[channel] && !after[channel] ? [`${channels[channel]}: on → off`] : [],
    ),
    ...(posts(before) && !posts(after) ? ['Webhook: on → off'] : []),
    ...lostThresholds(before.thresholds, [...after.thresholds, urgentDays]),
  ]
}
