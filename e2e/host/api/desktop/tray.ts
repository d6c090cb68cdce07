import { EventEmitter } from 'node:events'
import { makeStrict } from '../unsupported.ts'
import type { HostMenu } from './menu.ts'
import type { HostImage } from './native-image.ts'

/**
 * Electron's `Tray`, as far as the app uses it. It is not displayed: those that are not destroyed are in {@link
 * HostTray.standing}, where tests find them.
 */
export class HostTray extends EventEmitter {
  static readonly standing = new Set<HostTray>()
  image: HostImage
  toolTip = ''
  title = ''
  menu: HostMenu | null = null

  constructor(image: HostImage) {
    super()
    this.image = image
    HostTray.standing.add(this)
  }

  setImage(image: HostImage): void {
    this.image = image
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }

  setTitle(title: string): void {
    this.title = title
  }

  setContextMenu(menu: HostMenu | null): void {
    this.menu = menu
  }

  destroy(): void {
    HostTray.standing.delete(this)
  }

  isDestroyed(): boolean {
    return !HostTray.standing.has(this)
  }
}

makeStrict('Tray', HostTray)
