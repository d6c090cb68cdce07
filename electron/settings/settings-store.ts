import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appSettingsSchema, type AppSettings } from '../../shared/model/app.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'

const defaults: AppSettings = { theme: 'system' }

/** The window's settings, in `settings.json` of the data folder. A file that cannot be read means the defaults. */
export class SettingsStore {
  readonly #file: string

  constructor(options: { readonly folder: string }) {
    this.#file = join(options.folder, 'settings.json')
  }

  async read(): Promise<AppSettings> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined)
    if (text === undefined) return defaults
    try {
      return appSettingsSchema.parse({ ...defaults, ...JSON.parse(text) })
    } catch {
      // Only a theme is in it: the defaults serve, and the next change writes a sound file.
      return defaults
    }
  }

  /** Changes some settings and answers all. */
  async change(changes: { readonly [K in keyof AppSettings]?: AppSettings[K] | undefined }): Promise<AppSettings> {
    const before = await this.read()
    const settings: AppSettings = { theme: changes.theme ?? before.theme }
    await writeFileAtomically(this.#file, `${JSON.stringify(settings, undefined, 2)}\n`)
    return settings
  }
}
