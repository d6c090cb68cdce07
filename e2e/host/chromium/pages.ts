import type { AttachedPage } from '../api/window/web-contents.ts'
import type { Chromium } from './chromium.ts'

/**
 * Opens pages in Chromium. Each is paused before its first document until the host has prepared it; pages that the host
 * did not open (popups) are closed while paused.
 */
export class Pages {
  readonly #chromium: Chromium
  readonly #attached = new Map<string, AttachedPage>()
  /** Target ids of pages by their sessions. */
  readonly #targets = new Map<string, string>()
  readonly #wanted = new Map<string, (page: AttachedPage) => void>()
  readonly #onClosed: (targetId: string) => void
  #pending = 0
  #isAdopting: boolean
  #adopted: ((page: AttachedPage) => void) | undefined
  #adoptable: AttachedPage | undefined

  /** @param adoptsFirst whether Chromium starts with a window, which becomes the first one opened */
  constructor(chromium: Chromium, adoptsFirst: boolean, onClosed: (targetId: string) => void) {
    this.#chromium = chromium
    this.#isAdopting = adoptsFirst
    this.#onClosed = onClosed
  }

  async start(): Promise<void> {
    const { browser } = this.#chromium.devtools
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = this.#chromium.devtools.session(sessionId)
      if (targetInfo.type !== 'page') void session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined)
      else {
        this.#targets.set(sessionId, targetInfo.targetId)
        this.#take({ session, targetId: targetInfo.targetId })
      }
    })
    browser.on('Target.detachedFromTarget', ({ sessionId }) => {
      const targetId = this.#targets.get(sessionId)
      this.#targets.delete(sessionId)
      if (targetId !== undefined) this.#onClosed(targetId)
    })
    await browser.send('Target.setDiscoverTargets', { discover: true })
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [
        { type: 'browser', exclude: true },
        { type: 'tab', exclude: true },
        { type: 'browser_ui', exclude: true },
        {},
      ],
    })
  }

  async open(size: { readonly width: number; readonly height: number }): Promise<AttachedPage> {
    const page = this.#isAdopting ? await this.#adopt() : await this.#create(size)
    const { browser } = this.#chromium.devtools
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: page.targetId })
    await browser.send('Browser.setContentsSize', { windowId, ...size })
    return page
  }

  #adopt(): Promise<AttachedPage> {
    this.#isAdopting = false
    const page = this.#adoptable
    if (page !== undefined) return Promise.resolve(page)
    return new Promise((resolve) => {
      this.#adopted = resolve
    })
  }

  async #create({ width, height }: { readonly width: number; readonly height: number }): Promise<AttachedPage> {
    this.#pending += 1
    try {
      const { browser } = this.#chromium.devtools
      const { targetId } = await browser.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width,
        height,
      })
      const attached = this.#attached.get(targetId)
      return attached ?? (await new Promise((resolve) => this.#wanted.set(targetId, resolve)))
    } finally {
      this.#pending -= 1
      this.#closeUninvited()
    }
  }

  #take(page: AttachedPage): void {
    const isFirst = this.#attached.size === 0
    this.#attached.set(page.targetId, page)
    if (isFirst && this.#adopted !== undefined) {
      this.#wanted.set(page.targetId, this.#adopted)
      this.#adopted = undefined
    } else if (isFirst && this.#isAdopting) {
      this.#adoptable = page
      return
    }
    const wanted = this.#wanted.get(page.targetId)
    if (wanted !== undefined) wanted(page)
    else if (this.#pending === 0) this.#closeUninvited(page)
  }

  /** Closes pages that the host did not open, once no page is being opened any more. */
  #closeUninvited(page?: AttachedPage): void {
    if (page === undefined) return
    const { browser } = this.#chromium.devtools
    void browser.send('Target.closeTarget', { targetId: page.targetId }).catch(() => undefined)
  }
}
