type ThemeSource = 'system' | 'light' | 'dark'

/** Electron's `nativeTheme`, as far as the app uses it. */
export class HostNativeTheme {
  #source: ThemeSource = 'system'
  readonly #listeners = new Set<() => void>()

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    this.#source = source
    for (const listener of this.#listeners) listener()
  }

  /** Without a desktop there is no system theme: light. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }

  /** Used by the host. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }
}
