/** Electron's `Menu`: stored but never shown, because a window of installed Chromium has no app menu. */
export class HostMenu {
  static #applicationMenu: HostMenu | null = null
  readonly items: readonly object[]

  constructor(items: readonly object[]) {
    this.items = items
  }

  static buildFromTemplate(items: readonly object[]): HostMenu {
    return new HostMenu(items)
  }

  static setApplicationMenu(menu: HostMenu | null): void {
    HostMenu.#applicationMenu = menu
  }

  static getApplicationMenu(): HostMenu | null {
    return HostMenu.#applicationMenu
  }
}
