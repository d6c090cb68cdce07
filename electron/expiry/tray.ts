import { isDeepStrictEqual } from 'node:util'
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { attentionWords, placeWords } from '#shared/expiry/warning-messages.ts'
import { needsAttention } from '#shared/health/health-order.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import type { WatchNotice } from '#shared/watches/watch.ts'
import type { PlaceToOpen } from '../window/desktop.ts'
import type { StatusDisplay, ExpiryStatus } from './expiry-watch.ts'
import { trayAttentionImage, trayImage, trayTemplateImage, iconImage } from './tray-icons.ts'

const maxMenuItems = 6

interface Actions {
  readonly open: (place: PlaceToOpen) => void
  readonly openWindow: () => void
  readonly quit: () => void
  /** Closes a profile's local address. */
  readonly closeAddress: (profileId: string) => void
}

/** Shows the icon in the tray or menu bar: how many profiles need attention, and a menu of them, the most urgent first. */
export class TrayIcon implements StatusDisplay {
  readonly #actions: Actions
  readonly #platform: NodeJS.Platform
  readonly #hasTray: boolean
  readonly channel = 'tray'
  #tray: Tray | undefined
  #state: ExpiryStatus | undefined
  #openAddresses: readonly string[] = []
  #watches: readonly WatchNotice[] = []

  /** @param hasTray whether the desktop shows tray icons */
  constructor(platform: NodeJS.Platform, actions: Actions, hasTray: boolean) {
    this.#platform = platform
    this.#actions = actions
    this.#hasTray = hasTray
  }

  /**
   * Updates the icon, or removes it if it is turned off in the settings.
   * @returns why the desktop does not show it, in a sentence; undefined if it does
   */
  show(state: ExpiryStatus): string | undefined {
    this.#state = state
    if (!state.settings.tray) {
      this.#tray?.destroy()
      this.#tray = undefined
      return undefined
    }
    const count = state.healths.filter(({ health }) => needsAttention(health)).length
    const image = this.#image(count > 0)
    if (this.#tray === undefined) {
      this.#tray = new Tray(image)
      // On macOS a click opens the menu, and opening the window too would hide it.
      if (this.#platform !== 'darwin') this.#tray.on('click', () => this.#actions.openWindow())
    } else this.#tray.setImage(image)
    this.#tray.setToolTip(`Clavis: ${countWords(count)}`)
    if (this.#platform === 'darwin') this.#tray.setTitle(count === 0 ? '' : String(count))
    this.#tray.setContextMenu(Menu.buildFromTemplate(this.#menu(state, count)))
    if (this.#hasTray) return undefined
    return 'This desktop shows no tray icons, so Clavis ends when its window is closed. On GNOME, the extension “AppIndicator and KStatusNotifierItem Support” adds them.'
  }

  /** Names the profiles whose local addresses are open. */
  showLocalAddresses(profileIds: readonly string[]): void {
    if (isDeepStrictEqual(profileIds, this.#openAddresses)) return
    this.#openAddresses = profileIds
    if (this.#state !== undefined) this.show(this.#state)
  }

  /** Names the watches with warnings that were not dismissed, newest first. */
  showWatches(notices: readonly WatchNotice[]): void {
    const latest = latestOfEach(notices)
    if (isDeepStrictEqual(latest, this.#watches)) return
    this.#watches = latest
    if (this.#state !== undefined) this.show(this.#state)
  }

  #image(needsAttention: boolean): ReturnType<typeof iconImage> {
    if (this.#platform !== 'darwin') return iconImage(needsAttention ? trayAttentionImage : trayImage)
    const image = iconImage(trayTemplateImage)
    image.setTemplateImage(true)
    return image
  }

  #menu({ healths }: ExpiryStatus, count: number): MenuItemConstructorOptions[] {
    const { open, openWindow, quit, closeAddress } = this.#actions
    return [
      { label: countWords(count), enabled: false },
      ...healths
        .flatMap(({ profile, health: { mark } }) =>
          // A profile that is being set up has none.
          mark === undefined
            ? []
            : [
                {
                  label: visibleLine(`${placeWords(profile)}: ${mark.words}`),
                  click: () => open({ profileId: profile.id }),
                },
              ],
        )
        .slice(0, maxMenuItems),
      ...this.#watches.slice(0, maxMenuItems).map(({ title, profileId, watchId }) => ({
        label: visibleLine(title),
        click: () => open({ profileId, watchId }),
      })),
      ...healths
        .filter(({ profile }) => this.#openAddresses.includes(profile.id))
        .map(({ profile }) => ({
          label: visibleLine(`Close local address of ${placeWords(profile)}`),
          click: () => closeAddress(profile.id),
        })),
      { type: 'separator' },
      { label: 'Open Clavis', click: openWindow },
      { label: 'Quit', click: quit },
    ]
  }
}

/** Returns the latest notice of each watch. @param notices newest first */
export function latestOfEach(notices: readonly WatchNotice[]): WatchNotice[] {
  return notices.filter(({ watchId }, place) => notices.findIndex((each) => each.watchId === watchId) === place)
}

function countWords(count: number): string {
  return count === 0 ? 'All profiles OK' : attentionWords(count, 'profile')
}
