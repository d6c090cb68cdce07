import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { appSettingsSchema, type AppSettings } from '../../shared/model/settings/app-settings.ts'
import { defaultWarningSettings } from '../../shared/model/expiry/warning.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { nobodyToAsk, type Confirm } from '../profiles/confirmation.ts'
import { webhookQuestion } from '../profiles/confirmation-messages.ts'
import { originOf } from '../profiles/shown-value.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { changeAlone } from '../files/shared-change.ts'

const defaults: AppSettings = { theme: 'system', warnings: defaultWarningSettings }

/** The file's form: a member that an older Clavis did not write is left out. */
const fileSchema = z.looseObject({ warnings: z.looseObject({}).optional() })

interface Options {
  readonly folder: string
  readonly now: () => number
}

/**
 * The app's settings, in `settings.json` of the data folder. A file of an older Clavis is read with the defaults of what
 * it does not know; one that is damaged is set aside and reported.
 */
export class SettingsStore {
  readonly #folder: string
  readonly #file: string
  readonly #now: () => number
  readonly #notices: string[] = []
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ folder, now }: Options) {
    this.#folder = folder
    this.#file = join(folder, 'settings.json')
    this.#now = now
  }

  read(): Promise<AppSettings> {
    return this.#alone(() => this.#read())
  }

  /**
   * Changes some settings and answers all.
   * @param confirm asks before warnings go to another host
   * @throws what `confirm` throws
   */
  async change(
    changes: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined },
    confirm: Confirm = nobodyToAsk,
  ): Promise<AppSettings> {
    const asked = (await this.read()).warnings.webhookUrl
    const webhookUrl = changes.warnings?.webhookUrl ?? asked
    const [host, hostBefore] = [originOf(webhookUrl), originOf(asked)]
    // On a host that many share, the path says who receives the warnings.
    if (host !== undefined && webhookUrl !== asked) await confirm(webhookQuestion(host, hostBefore))
    return this.#change(async () => {
      // What cannot be read now must not be written over.
      const before = await this.#parsed(await this.#text())
      // Settings are read while a question is open, and may be changed.
      if (before.warnings.webhookUrl !== asked && before.warnings.webhookUrl !== webhookUrl)
        throw new ClavisError('input-invalid', 'The webhook was changed elsewhere in the meantime.', {
          hint: 'Look at its present address, then make your change again.',
        })
      const settings: AppSettings = {
        theme: changes.theme ?? before.theme,
        warnings: changes.warnings ?? before.warnings,
      }
      await writeFileAtomically(this.#file, `${JSON.stringify(settings, undefined, 2)}\n`)
      return settings
    })
  }

  /** What was noticed while reading that the person should know. */
  notices(): string[] {
    return [...this.#notices]
  }

  async #read(): Promise<AppSettings> {
    return this.#parsed(await this.#text().catch(() => undefined))
  }

  async #text(): Promise<string | undefined> {
    try {
      return await readFile(this.#file, 'utf8')
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw diskFailure(error, this.#file, 'read')
    }
  }

  async #parsed(text: string | undefined): Promise<AppSettings> {
    if (text === undefined) return defaults
    try {
      const kept = fileSchema.parse(JSON.parse(text))
      return appSettingsSchema.parse({ ...defaults, ...kept, warnings: { ...defaults.warnings, ...kept.warnings } })
    } catch {
      const aside = join(
        this.#folder,
        `settings.damaged-${new Date(this.#now()).toISOString().replaceAll(':', '-')}.json`,
      )
      await rename(this.#file, aside).catch(() => undefined)
      this.#notices.push(
        `The file with the settings could not be read. It was set aside as ${basename(aside)}; the settings are as at first.`,
      )
      return defaults
    }
  }

  #change<T>(change: () => Promise<T>): Promise<T> {
    return this.#alone(() => changeAlone(this.#file, change))
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}
