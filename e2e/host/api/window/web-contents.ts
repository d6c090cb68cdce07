import { EventEmitter } from 'node:events'
import { webRtcPolicy } from '../../chromium/chromium.ts'
import type { DevtoolsSession } from '../../chromium/devtools.ts'
import { answerRequests, type PausedRequest } from '../../chromium/paused-requests.ts'
import type { HostMessage } from '../../page/isolated-world.ts'
import type { PageScripts } from '../../page/page-scripts.ts'
import { decodeWire, encodeWire } from '../../page/wire-format.ts'
import type { AppAddresses } from '../app-addresses.ts'
import { makeStrict, unsupported } from '../unsupported.ts'
import type { HostIpcMain } from './ipc-main.ts'
import type { HostSession } from './session.ts'

/** Name of the preload's world. */
const isolatedWorld = 'Electron Isolated Context'

/** The main frame of a page, as an IPC event's sender. */
export interface HostFrame {
  url: string
}

/** A page that Chromium shows for a window. */
export interface AttachedPage {
  readonly session: DevtoolsSession
  readonly targetId: string
}

interface Options {
  readonly id: number
  readonly webPreferences: object
  readonly page: Promise<AttachedPage>
  readonly scripts: PageScripts
  readonly addresses: AppAddresses
  readonly hostSession: HostSession
  readonly ipcMain: HostIpcMain
  readonly mediaFeatures: () => { name: string; value: string }[]
}

/** The preload's world in the current document. */
interface PreloadContext {
  readonly id: number
  readonly uniqueId: string
  readonly frame: HostFrame
}

/** Electron's `webContents`, as far as the app uses it: the page's requests, navigation and messages. */
export class HostWebContents extends EventEmitter {
  readonly id: number
  readonly #options: Options
  readonly #ready: Promise<AttachedPage>
  #context: PreloadContext | undefined
  /** The main frame while its document has no preload; one object, because Electron's frame is the same at each read. */
  readonly #bareFrame: HostFrame = { url: 'about:blank' }
  #openHandler: ((details: { url: string }) => { action: string }) | undefined
  #isDestroyed = false
  #url = 'about:blank'
  /** The address that `loadURL` requests; a request for any other document comes from the page. */
  #expected: string | undefined

  constructor(options: Options) {
    super()
    this.id = options.id
    this.#options = options
    this.#ready = options.page.then((page) => this.#prepare(page))
    // The failure is reported when a page is loaded; until then it must not end the process.
    this.#ready.catch(() => undefined)
  }

  get mainFrame(): HostFrame {
    return this.#context?.frame ?? this.#bareFrame
  }

  getURL(): string {
    return this.#options.addresses.fromChromium(this.#url)
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  /** Returns the window's options; undocumented in Electron. */
  getLastWebPreferences(): object {
    return this.#options.webPreferences
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler
  }

  /** Accepts only the policy that Chromium was started with. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== webRtcPolicy) throw unsupported('A WebRTC policy that lets UDP past a proxy')
  }

  /** Crashes the page's process. */
  forcefullyCrashRenderer(): void {
    // The page is gone before it can respond.
    void this.session().then((session) => session.send('Page.crash').catch(() => undefined))
  }

  /** Sends a message to the page's preload. */
  send(channel: string, ...values: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
    if (this.#context !== undefined) void this.#receive(this.#context, 'event', channel, encodeWire(values))
  }

  async loadURL(address: string): Promise<void> {
    const { session } = await this.#ready
    const url = new URL(this.#options.addresses.toChromium(address)).href
    this.#expected = url
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()))
    const { errorText } = await session.send('Page.navigate', { url })
    this.#expected = undefined
    if (errorText !== undefined) throw new Error(`${errorText} loading '${address}'`)
    await loaded
  }

  /** Called by the host when the page is gone. */
  destroy(): void {
    this.#isDestroyed = true
    this.#context = undefined
    this.emit('destroyed')
  }

  /** Applies the app's theme to the page; called by the host. */
  async applyTheme(): Promise<void> {
    const { session } = await this.#ready
    await session.send('Emulation.setEmulatedMedia', { features: this.#options.mediaFeatures() })
  }

  /**
   * Runs a function in the preload's world, invisible to the page, as if triggered by the person; used by the host. The
   * function is passed as source text, so it uses nothing outside of itself.
   * @returns a copy of its result; undefined if no document is shown
   */
  async askAside<A extends unknown[], R>(work: (...values: A) => R, values: A): Promise<Awaited<R> | undefined> {
    const answer = await this.#callAside(work, values, true)
    return answer?.result.value as Awaited<R> | undefined
  }

  /**
   * Like {@link askAside}, but returns the id of the result in the page's session, for results that can't be copied.
   */
  async showAside<A extends unknown[]>(work: (...values: A) => unknown, values: A): Promise<string | undefined> {
    const answer = await this.#callAside(work, values, false)
    return answer?.result.objectId
  }

  /** Returns the session with the page; used by the host. */
  async session(): Promise<DevtoolsSession> {
    const { session } = await this.#ready
    return session
  }

  async #callAside<A extends unknown[]>(
    work: (...values: A) => unknown,
    values: A,
    returnByValue: boolean,
  ): Promise<{ result: { value?: unknown; objectId?: string } } | undefined> {
    const { session } = await this.#ready
    if (this.#context === undefined) return undefined
    const answer = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: String(work),
      arguments: values.map((value) => ({ value })),
      uniqueContextId: this.#context.uniqueId,
      userGesture: true,
      awaitPromise: true,
      returnByValue,
    })
    const failure = answer.exceptionDetails
    if (failure !== undefined) throw new Error(failure.exception?.description ?? failure.text)
    return answer
  }

  async #prepare(page: AttachedPage): Promise<AttachedPage> {
    const { session } = page
    const { scripts } = this.#options
    this.#listen(page)
    // All at once while the page is paused: the page's world listens first, then the preload's world sends.
    await Promise.all([
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Runtime.addBinding', { name: scripts.binding, executionContextName: isolatedWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.mainWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: scripts.isolatedWorld,
        worldName: isolatedWorld,
      }),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Emulation.setEmulatedMedia', { features: this.#options.mediaFeatures() }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ])
    return page
  }

  #listen({ session, targetId }: AttachedPage): void {
    const { scripts } = this.#options
    answerRequests(session, this.#options, {
      refuses: (paused) => this.#refuses(paused, targetId),
      isDestroyed: () => this.#isDestroyed,
    })
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      // Messages count only from the preload's world of the current document.
      if (name === scripts.binding && executionContextId === this.#context?.id) void this.#takeMessage(payload)
    })
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string }
      if (context.name === isolatedWorld && frameId === targetId)
        this.#context = {
          id: context.id,
          uniqueId: context.uniqueId,
          // The document's address is known before its worlds are.
          frame: { url: this.getURL() },
        }
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (this.#context?.uniqueId === executionContextUniqueId) this.#context = undefined
    })
    session.on('Runtime.executionContextsCleared', () => {
      this.#context = undefined
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#moved(frame.url + (frame.urlFragment ?? ''))
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === targetId) this.#moved(url)
    })
    session.on('Inspector.targetCrashed', () => {
      this.#context = undefined
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    })
    session.on('Page.loadEventFired', () => this.emit('did-finish-load'))
  }

  #moved(url: string): void {
    this.#url = url
    this.#bareFrame.url = this.getURL()
    if (this.#context !== undefined) this.#context.frame.url = this.getURL()
  }

  /** Lets the app decide about documents that the page navigates to. */
  #refuses({ request, resourceType, frameId }: PausedRequest, targetId: string): boolean {
    const isNavigation = resourceType === 'Document' && frameId === targetId
    const url = this.#options.addresses.fromChromium(request.url)
    return isNavigation && request.url !== this.#expected && !this.#mayNavigate(url)
  }

  #mayNavigate(url: string): boolean {
    let isPrevented = false
    this.emit('will-navigate', {
      url,
      preventDefault: () => {
        isPrevented = true
      },
    })
    return !isPrevented
  }

  async #takeMessage(payload: string): Promise<void> {
    const context = this.#context
    if (context === undefined) return
    const [kind, ...facts] = JSON.parse(payload) as [string, ...(string | number)[]]
    if (kind === 'navigate') {
      if (this.#mayNavigate(String(facts[0]))) throw unsupported('A page that goes to an address without a host')
      return
    }
    if (kind === 'open') {
      const { action } = this.#openHandler?.({ url: String(facts[0]) }) ?? { action: 'allow' }
      if (action !== 'deny') throw unsupported('A window that a page opens')
      return
    }
    const [call, channel, encoded] = facts
    const event = { sender: this, senderFrame: context.frame }
    try {
      const values = decodeWire(String(encoded)) as unknown[]
      const response = await this.#options.ipcMain.invoke(String(channel), event, values)
      await this.#receive(context, 'response', String(call), encodeWire(response))
    } catch (error) {
      await this.#receive(context, 'failed', String(call), String(error))
    }
  }

  async #receive(context: PreloadContext, ...message: HostMessage): Promise<void> {
    const { session } = await this.#ready
    if (context !== this.#context) return
    await session
      .send('Runtime.callFunctionOn', {
        functionDeclaration: `function (...values) { globalThis[${JSON.stringify(this.#options.scripts.receiver)}](...values) }`,
        arguments: message.map((value) => ({ value })),
        uniqueContextId: context.uniqueId,
      })
      // The document may be gone by now.
      .catch(() => undefined)
  }
}

makeStrict('webContents', HostWebContents)
