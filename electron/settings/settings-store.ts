import { z } from 'zod'
import { appSettingsSchema, type AppSettings } from '../../shared/model/settings/app-settings.ts'
import { defaultWarningSettings } from '../../shared/model/expiry/warning-thresholds.ts'
import { defaultSidebarSettings } from '../../shared/model/settings/sidebar-settings.ts'
import { defaultDatePreference } from '../../shared/model/values/date-text.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { refuseConfirmation, type Confirm } from '../profiles/confirmation/confirmation.ts'
import { webhookQuestion } from '../profiles/confirmation/confirmation-messages.ts'
import { originOf } from '../profiles/settings/shown-value.ts'
import { writeFileAtomically } from '../files/writing/atomic-file.ts'
import { readTextIfPresent, StateFile } from '../files/writing/state-file.ts'

const defaults: AppSettings = {
  theme: 'system',
  dates: defaultDatePreference,
  warnings: defaultWarningSettings,
  sidebar: defaultSidebarSettings,
}

/** Format of the file. An older Clavis may have written fewer members. */
const fileSchema = z.looseObject({ warnings: z.looseObject({}).optional() })

interface Options {
  readonly folder: string
  readonly now: () => number
}

/**
 * Reads and changes the app's settings in the data folder's `settings.json`. Missing members get their defaults; a
 * damaged file is renamed and reported.
 */
export class SettingsStore {
  readonly #file: StateFile
  readonly #now: () => number
  readonly #notices: string[] = []

  constructor({ folder, now }: Options) {
    this.#file = new StateFile(folder, 'settings')
    this.#now = now
  }

  read(): Promise<AppSettings> {
    return this.#file.inSequence(() => this.#read())
  }

  /**
   * Changes some settings and returns all of them.
   * @param confirm asks before warnings are sent to another address
   * @throws what `confirm` throws
   */
  async change(
    changes: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined },
    confirm: Confirm = refuseConfirmation,
  ): Promise<AppSettings> {
    const asked = (await this.read()).warnings.webhookUrl
    const webhookUrl = changes.warnings?.webhookUrl ?? asked
    const [host, hostBefore] = [originOf(webhookUrl), originOf(asked)]
    // On a shared host, the path decides who receives the warnings.
    if (host !== undefined && webhookUrl !== asked) await confirm(webhookQuestion(host, hostBefore))
    return this.#file.change(async () => {
      // An unreadable file must not be overwritten.
      const before = await this.#parsed(await readTextIfPresent(this.#file.path))
      // The settings may have changed while the question was open.
      if (before.warnings.webhookUrl !== asked && before.warnings.webhookUrl !== webhookUrl)
        throw new ClavisError('input-invalid', 'The webhook was changed elsewhere.', {
          hint: 'Check its current address and make your change again.',
        })
      const settings: AppSettings = {
        theme: changes.theme ?? before.theme,
        dates: changes.dates ?? before.dates,
        warnings: changes.warnings ?? before.warnings,
        sidebar: changes.sidebar ?? before.sidebar,
      }
      await writeFileAtomically(this.#file.path, `${JSON.stringify(settings, undefined, 2)}\n`)
      return settings
    })
  }

  /** Returns notices for the user about problems found while reading. */
  notices(): string[] {
    return [...this.#notices]
  }

  /** Waits for pending operations. */
  end(): Promise<void> {
    return this.#file.end()
  }

  async #read(): Promise<AppSettings> {
    return this.#parsed(await readTextIfPresent(this.#file.path).catch(() => undefined))
  }

  async #parsed(text: string | undefined): Promise<AppSettings> {
    if (text === undefined) return defaults
    try {
      const kept = fileSchema.parse(JSON.parse(text))
      return appSettingsSchema.parse({ ...defaults, ...kept, warnings: { ...defaults.warnings, ...kept.warnings } })
    } catch {
      const aside = this.#file.asideName(this.#now())
      await this.#file.setAside(aside).catch(() => undefined)
      this.#notices.push(`The settings file was damaged. It was renamed to ${aside}, and the settings were reset.`)
      return defaults
    }
  }
}
