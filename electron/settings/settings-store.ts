import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { appSettingsSchema, type AppSettings } from '../../shared/model/app.ts'
import { defaultWarningSettings } from '../../shared/model/warning.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'

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

  /** Changes some settings and answers all. */
  change(changes: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined }): Promise<AppSettings> {
    return this.#alone(async () => {
      const before = await this.#read()
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
    const text = await readFile(this.#file, 'utf8').catch(() => undefined)
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

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}
