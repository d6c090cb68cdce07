import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { whileRunning } from '../../electron/testing/while-running.ts'

// A small app in an empty folder on real Chromium: first driven by Playwright's own support for Electron, then run as a
// plain process.

const host = import.meta.dirname
const root = resolve(host, '..', '..')

const main = `
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, nativeTheme, protocol, session, TouchBar } from 'electron'

const note = (text) => appendFileSync(join(app.getPath('userData'), 'notes.txt'), text + '\\n')
if (!app.requestSingleInstanceLock()) app.quit()
else {
  app.on('second-instance', () => note('second instance'))
  protocol.registerSchemesAsPrivileged([{ scheme: 'small', privileges: { standard: true, secure: true } }])
  ipcMain.handle('echo', (_event, ...values) => values)
  ipcMain.handle('who', (event) => ({
    url: event.senderFrame.url,
    isMainFrame: event.senderFrame === event.sender.mainFrame,
    isOwnWindow: BrowserWindow.fromWebContents(event.sender) === BrowserWindow.getAllWindows()[0],
  }))
  ipcMain.handle('fail', () => { throw Object.assign(new RangeError('out of reach'), { code: 'secret-code' }) })
  ipcMain.handle('date', () => new Date(0))
  let mayEnd = false
  app.on('will-quit', (event) => {
    note('will quit')
    if (mayEnd) return
    event.preventDefault()
    mayEnd = true
    setTimeout(() => app.quit(), 20)
  })
  app.on('quit', () => note('quit'))
  app.on('window-all-closed', () => app.quit())
  void app.whenReady().then(open)
}

function open() {
  session.defaultSession.setProxy({ proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' })
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !url.startsWith('small:') }))
  session.defaultSession.protocol.handle('small', async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/index.html') return new Response('nothing here', { status: 404 })
    return new Response(
      '<!doctype html><title>Small</title><style nonce="good">h1 { color: rgb(1, 2, 3) }</style>' +
        '<script nonce="good">window.seenAtStart = typeof window.small</script>' +
        '<script>window.inlineRan = true</script><h1>Small</h1><input aria-label="Paste here">',
      { headers: { 'content-type': 'text/html', 'x-own': 'yes',
        'content-security-policy': "default-src 'none'; script-src 'nonce-good'; style-src 'nonce-good'; connect-src 'self'" } },
    )
  })
  const window = new BrowserWindow({ width: 700, height: 500, show: false, webPreferences: {
    preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true, nodeIntegration: false } })
  window.once('ready-to-show', () => note('ready to show'))
  window.on('closed', () => note('closed'))
  window.webContents.on('will-navigate', (event) => {
    note('will navigate ' + event.url.replace(/^blob:.*/, 'blob:'))
    if (!event.url.startsWith('small:')) event.preventDefault()
  })
  window.webContents.setWindowOpenHandler(({ url }) => { note('open ' + url); return { action: 'deny' } })
  return window.loadURL('small://window/index.html?x=1')
}
`

const preload = `
const { contextBridge, ipcRenderer } = require('electron')
const missing = (name, of) => { try { return String(of()) } catch (error) { return error.message } }
globalThis.onlyInThePreload = true
contextBridge.exposeInMainWorld('small', {
  ask: (channel, ...values) => ipcRenderer.invoke(channel, ...values),
  on: (listener) => {
    const forward = (_event, ...values) => listener(...values)
    ipcRenderer.on('news', forward)
    return () => ipcRenderer.off('news', forward)
  },
  sync: (value) => ({ doubled: value.number * 2, list: [value] }),
  refuse: () => { throw new TypeError('refused by the preload') },
  missing: () => [
    missing('sendSync', () => ipcRenderer.sendSync),
    missing('webFrame', () => require('electron').webFrame),
    missing('fs', () => require('fs')),
  ],
})
`

/** The page's side of the small app. */
interface SmallBridge {
  readonly ask: (channel: string, ...values: unknown[]) => Promise<unknown>
  readonly on: (listener: (...values: unknown[]) => void) => () => void
  readonly sync: (value: { number: number }) => unknown
  readonly refuse: () => void
  readonly missing: () => string[]
}

declare global {
  interface Window {
    readonly small: SmallBridge
  }
}

let folder: string
const appFolder = (): string => join(folder, 'app')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clavis-host-'))
  mkdirSync(appFolder())
  writeFileSync(join(appFolder(), 'package.json'), '{ "name": "small", "version": "4.5.6", "main": "main.mjs" }')
  writeFileSync(join(appFolder(), 'main.mjs'), main)
  writeFileSync(join(appFolder(), 'preload.cjs'), preload)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const environment = (): Record<string, string> => {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(inherited), CLAVIS_HOST_HEADLESS: '1', CLAVIS_HOST_NODE: process.execPath }
}
const notes = (dataFolder: string): string[] =>
  readFileSync(join(dataFolder, 'notes.txt'), 'utf8').trimEnd().split('\n')

describe('driven by Playwright', () => {
  let app: ElectronApplication
  let page: Page
  let dataFolder: string

  beforeAll(async () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', host)
    dataFolder = join(folder, 'driven')
    app = await _electron.launch({
      args: [appFolder(), `--user-data-dir=${dataFolder}`],
      cwd: root,
      env: environment(),
    })
    page = await app.firstWindow()
    await page.getByRole('heading', { name: 'Small' }).waitFor()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.close()
  })

  test('Chromium host: the app knows its version, folder and runtime', async () => {
    const facts = await app.evaluate(({ app: running }) => ({
      version: running.getVersion(),
      userData: running.getPath('userData'),
      isPackaged: running.isPackaged,
      versions: [process.versions.electron, process.versions.chrome],
      type: (process as { type?: string }).type,
    }))
    expect(facts).toMatchObject({ version: '4.5.6', userData: dataFolder, isPackaged: false, type: 'browser' })
    for (const version of facts.versions) expect(version).toMatch(/^\d+\.\d+\./u)
  })

  test('Chromium host: the page gets the app’s responses with their headers, and Chromium enforces their policy', async () => {
    const seen = await page.evaluate(async () => ({
      title: document.title,
      own: (await fetch('/index.html')).headers.get('x-own'),
      missing: (await fetch('/other.html')).status,
      color: getComputedStyle(document.querySelector('h1') ?? document.body).color,
      inlineRan: 'inlineRan' in window,
      outside: await fetch('https://example.com/').catch((error: unknown) => (error as Error).name),
    }))
    expect(seen).toEqual({
      title: 'Small',
      own: 'yes',
      missing: 404,
      color: 'rgb(1, 2, 3)',
      inlineRan: false,
      outside: 'TypeError',
    })
  })

  test('Chromium host: the page’s first script finds the bridge, and nothing else of the preload or Node.js', async () => {
    const seen = await page.evaluate(() => ({
      atStart: (window as unknown as { seenAtStart: string }).seenAtStart,
      foreign: ['onlyInThePreload', 'require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
      traces: Object.getOwnPropertyNames(window).filter((name) => /host[_-]/u.test(name)),
      isFrozen: Object.isFrozen(window.small) && Object.isFrozen(window.small.ask),
      replaced: Reflect.set(window, 'small', 'mine') || Reflect.deleteProperty(window, 'small'),
    }))
    expect(seen).toEqual({ atStart: 'object', foreign: [], traces: [], isFrozen: true, replaced: false })
  })

  test('Chromium host: changes of built-ins in the page do not reach the preload', async () => {
    const seen = await page.evaluate(async () => {
      const touched: string[] = []
      const { parse, stringify } = JSON
      JSON.parse = () => touched.push('parse')
      JSON.stringify = () => String(touched.push('stringify'))
      const answer = await window.small.ask('echo', { token: 'x' })
      Object.assign(JSON, { parse, stringify })
      return { touched, answer }
    })
    expect(seen).toEqual({ touched: [], answer: [{ token: 'x' }] })
  })

  test('Chromium host: objects of the preload are copied, never shared', async () => {
    const prototypes = await page.evaluate(() => {
      const answer = window.small.sync({ number: 21 })
      let refusal: unknown
      try {
        window.small.refuse()
      } catch (error) {
        refusal = error
      }
      return {
        answer,
        isOurs: Object.getPrototypeOf(answer) === Object.prototype && window.small.ask instanceof Function,
        refusal: refusal instanceof Error ? refusal.message : 'no error of this world',
      }
    })
    expect(prototypes).toEqual({
      answer: { doubled: 42, list: [{ number: 21 }] },
      isOurs: true,
      refusal: 'refused by the preload',
    })
  })

  test('Chromium host: a call reaches main with its sender and returns a result', async () => {
    const answers = await page.evaluate(async () => [
      await window.small.ask('echo', 1, 'ä€😀', null, undefined, { list: [true, { deep: '\u0000' }] }),
      await window.small.ask('who'),
    ])
    expect(answers).toEqual([
      [1, 'ä€😀', null, undefined, { list: [true, { deep: '\u0000' }] }],
      { url: 'small://window/index.html?x=1', isMainFrame: true, isOwnWindow: true },
    ])
  })

  test('Chromium host: only the text of an error reaches the page, as in Electron', async () => {
    const messages = await page.evaluate(async () => {
      const message = async (channel: string): Promise<unknown> =>
        window.small.ask(channel).catch((error: unknown) => [(error as Error).message, Object.keys(error as Error)])
      return [await message('fail'), await message('missing')]
    })
    expect(messages).toEqual([
      ["Error invoking remote method 'fail': RangeError: out of reach", []],
      ["Error invoking remote method 'missing': Error: No handler registered for 'missing'", []],
    ])
  })

  test('Chromium host: messages of main reach a listener until it unsubscribes', async () => {
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          const all: unknown[] = []
          const stop = window.small.on((...values) => {
            // It may start to listen between two of the messages.
            if (all.length === 0 && values[0] !== 1) return
            all.push(values)
            if (all.length === 2) stop()
            if (values[0] === 2) window.small.on(() => resolve(all))
          })
        }),
    )
    // The page may not listen yet, so the message is sent until it arrives.
    await vi.waitFor(
      async () => {
        await app.evaluate(({ BrowserWindow }) => {
          const [window] = BrowserWindow.getAllWindows()
          for (const number of [1, 2, 3, 4]) window?.webContents.send('news', number, { of: 'main' })
        })
        expect(await Promise.race([heard, Promise.resolve('not yet')])).not.toBe('not yet')
      },
      { timeout: 300_000 },
    )
    expect(await heard).toEqual([
      [1, { of: 'main' }],
      [2, { of: 'main' }],
    ])
  })

  test('Chromium host: a page can neither navigate elsewhere nor open a window', async () => {
    for (const address of ['https://example.com/', 'about:blank', 'blob:']) {
      await page.evaluate((wanted) => {
        location.href = wanted === 'blob:' ? URL.createObjectURL(new Blob(['x'], { type: 'text/html' })) : wanted
      }, address)
      await expect.poll(() => notes(dataFolder)).toContain(`will navigate ${address}`)
    }
    await page.evaluate(() => {
      window.open('https://example.com/opened')
      const link = document.createElement('a')
      Object.assign(link, { href: 'https://example.com/clicked', target: '_blank' })
      document.body.append(link)
      link.click()
    })
    await expect
      .poll(() => notes(dataFolder))
      .toEqual(expect.arrayContaining(['open https://example.com/opened', 'open https://example.com/clicked']))
    expect(await page.evaluate(() => window.small.ask('who'))).toMatchObject({ url: 'small://window/index.html?x=1' })
    expect(app.windows()).toHaveLength(1)
  })

  test('Chromium host: the page is denied what main denies', async () => {
    expect(
      await page.evaluate(async () => [
        await Notification.requestPermission(),
        (await navigator.permissions.query({ name: 'geolocation' })).state,
        await navigator.clipboard.readText().catch((error: unknown) => (error as Error).name),
      ]),
    ).toEqual(['denied', 'denied', 'NotAllowedError'])
  })

  test('Chromium host: the theme reaches the page', async () => {
    const isDark = (): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await page.emulateMedia({ colorScheme: null })
    for (const theme of ['dark', 'light', 'dark'] as const) {
      await app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source
      }, theme)
      await expect.poll(isDark).toBe(theme === 'dark')
    }
  })

  test('Chromium host: notifications are recorded with their text, and a test can click them', async () => {
    const seen = await app.evaluate(({ Notification }) => {
      const heard: string[] = []
      const notification = new Notification({ title: 'A title', body: 'A body', urgency: 'critical' })
      notification.on('click', () => heard.push('click'))
      notification.show()
      const { shown } = Notification as unknown as { shown: Electron.Notification[] }
      shown.at(-1)?.emit('click')
      const { title, body, urgency } = shown.at(-1) ?? {}
      return { supported: Notification.isSupported(), title, body, urgency, heard }
    })
    expect(seen).toEqual({ supported: true, title: 'A title', body: 'A body', urgency: 'critical', heard: ['click'] })
  })

  test('Chromium host: a tray icon keeps its image, tooltip and menu until it is destroyed', async () => {
    const seen = await app.evaluate(({ Menu, Tray, nativeImage }) => {
      const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      const image = nativeImage.createFromBuffer(Buffer.from(pixel, 'base64'))
      const tray = new Tray(image)
      const { standing } = Tray as unknown as { standing: Set<{ toolTip: string; menu: Electron.Menu }> }
      tray.setToolTip('Some words')
      tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Open' }]))
      const [kept] = standing
      const before = {
        size: image.getSize(),
        toolTip: kept?.toolTip,
        labels: kept?.menu.items.map((item) => item.label),
      }
      tray.destroy()
      return {
        ...before,
        isDestroyed: tray.isDestroyed(),
        left: standing.size,
        isNone: nativeImage.createFromBuffer(Buffer.from('x')).isEmpty(),
      }
    })
    expect(seen).toEqual({
      size: { width: 1, height: 1 },
      toolTip: 'Some words',
      labels: ['Open'],
      isDestroyed: true,
      left: 0,
      isNone: true,
    })
  })

  test('Chromium host: the badge’s number is stored, and a test can emit a resume event', async () => {
    const seen = await app.evaluate(({ app: running, powerMonitor }) => {
      let woken = 0
      powerMonitor.on('resume', () => (woken += 1))
      powerMonitor.emit('resume')
      return { set: running.setBadgeCount(3), count: running.getBadgeCount(), woken }
    })
    expect(seen).toEqual({ set: true, count: 3, woken: 1 })
  })

  test('Chromium host: the clipboard is Chromium’s own, and what main copies can be pasted', async () => {
    await app.evaluate(({ clipboard }) => clipboard.writeText('ein Wort – слово'))
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('ein Wort – слово')
    const field = page.getByRole('textbox', { name: 'Paste here' })
    await field.focus()
    await page.keyboard.press('Control+V')
    expect(await field.inputValue()).toBe('ein Wort – слово')
    await app.evaluate(({ clipboard }) => clipboard.clear())
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
    expect(
      await page.evaluate(async () => (await navigator.permissions.query({ name: 'clipboard-read' as never })).state),
    ).toBe('denied')
  })

  test('Chromium host: accesses to the clipboard at once don’t take each other’s permission', async () => {
    const texts = await app.evaluate(async ({ clipboard }) => {
      await clipboard.writeText('at once')
      const readOften = async (): Promise<string[]> => {
        const read: string[] = []
        for (let time = 0; time < 20; time += 1) read.push(await clipboard.readText())
        return read
      }
      return (await Promise.all([readOften(), readOften(), readOften()])).flat()
    })
    expect(texts).toEqual(new Array(60).fill('at once'))
  })

  test('Chromium host: dialogs are Chromium’s own and return paths to main', async () => {
    const chosen = join(folder, 'chosen.pem')
    const target = join(folder, 'new.csr')
    writeFileSync(chosen, 'x')
    page.once('filechooser', (chooser) => void chooser.setFiles(chosen))
    // Makes sure that the listener, registered over another connection than the dialog's, is there.
    await page.evaluate(() => undefined)
    expect(
      await app.evaluate(({ dialog }) =>
        dialog.showOpenDialog({ filters: [{ name: 'Certificates', extensions: ['pem'] }], properties: ['openFile'] }),
      ),
    ).toEqual({ canceled: false, filePaths: [chosen] })

    page.once('dialog', (dialog) => void dialog.accept(target))
    expect(await app.evaluate(({ dialog }) => dialog.showSaveDialog({ defaultPath: 'a.csr' }))).toEqual({
      canceled: false,
      filePath: target,
    })

    page.once('dialog', (dialog) => void dialog.accept(folder))
    expect(
      await app.evaluate(({ dialog }) => dialog.showOpenDialog({ title: 'Where?', properties: ['openDirectory'] })),
    ).toEqual({ canceled: false, filePaths: [folder] })

    const question = { message: 'Sure?', buttons: ['Yes', 'No'], cancelId: 1 }
    page.once('dialog', (dialog) => void dialog.accept())
    expect(await app.evaluate(({ dialog }, asked) => dialog.showMessageBox(asked), question)).toMatchObject({
      response: 0,
    })
    page.once('dialog', (dialog) => void dialog.dismiss())
    expect(await app.evaluate(({ dialog }, asked) => dialog.showMessageBox(asked), question)).toMatchObject({
      response: 1,
    })
  })

  test('Chromium host: overwriting a file asks for confirmation', async () => {
    const there = join(folder, 'there.csr')
    writeFileSync(there, 'x')
    const asked: string[] = []
    const answer = (dialog: {
      type: () => string
      message: () => string
      accept: (text?: string) => Promise<void>
      dismiss: () => Promise<void>
    }): void => {
      asked.push(dialog.message())
      void (dialog.type() === 'prompt' ? dialog.accept(there) : dialog.dismiss())
    }
    page.on('dialog', answer)
    expect(await app.evaluate(({ dialog }) => dialog.showSaveDialog({}))).toEqual({ canceled: true, filePath: '' })
    page.off('dialog', answer)
    expect(asked[1]).toContain(`${there} exists already`)
  })

  test('Chromium host: what it lacks throws with its name, in main and in the preload', async () => {
    const refused = 'is not part of the Chromium host'
    await expect(app.evaluate(({ TouchBar }) => new TouchBar({ items: [] }))).rejects.toThrow(
      `electron.TouchBar ${refused}`,
    )
    await expect(
      app.evaluate(({ Tray, nativeImage }) => new Tray(nativeImage.createFromBuffer(Buffer.of())).getBounds()),
    ).rejects.toThrow(`electron.Tray.getBounds ${refused}`)
    await expect(app.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleTime())).rejects.toThrow(
      `electron.powerMonitor.getSystemIdleTime ${refused}`,
    )
    await expect(app.evaluate(({ app: running }) => running.getLocale())).rejects.toThrow(
      `electron.app.getLocale ${refused}`,
    )
    await expect(app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow())).rejects.toThrow(
      `electron.BrowserWindow.getFocusedWindow ${refused}`,
    )
    await expect(app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setTitle('x'))).rejects.toThrow(
      `electron.BrowserWindow.setTitle ${refused}`,
    )
    await expect(
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.print()),
    ).rejects.toThrow(`electron.webContents.print ${refused}`)
    await expect(
      app.evaluate(({ BrowserWindow }) => new BrowserWindow({ webPreferences: { sandbox: false } }).id),
    ).rejects.toThrow('not sandboxed')
    await expect(
      app.evaluate(({ BrowserWindow }) => {
        const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false, preload: 'preload.cjs' }
        return new BrowserWindow({ webPreferences: { ...isolated, partition: 'persist:with-network' } }).id
      }),
    ).rejects.toThrow('session has a network')
    expect(await page.evaluate(() => window.small.missing())).toEqual([
      'ipcRenderer.sendSync is not part of the Chromium host.',
      'electron.webFrame is not part of the Chromium host.',
      'A sandboxed preload has no module “fs” on the Chromium host.',
    ])
    const date = await page.evaluate(() => window.small.ask('date').catch((error: unknown) => String(error)))
    expect(date).toContain('sends plain values only')
  })
})

describe('as a process', () => {
  /** Starts the small app without a driver. */
  function start(dataFolder: string): ChildProcess {
    return spawn(join(host, 'electron'), [appFolder(), `--user-data-dir=${dataFolder}`], {
      stdio: 'ignore',
      env: environment(),
    })
  }
  const whenNoted = (ended: Promise<unknown>, dataFolder: string, text: string): Promise<void> =>
    whileRunning(
      ended,
      vi.waitFor(() => expect(notes(dataFolder)).toContain(text), { timeout: 300_000 }),
    )

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'Chromium host: %s ends it in order: windows, will-quit, its delay, quit',
    async (signal) => {
      const dataFolder = join(folder, signal)
      const child = start(dataFolder)
      const ended = once(child, 'exit')
      await whenNoted(ended, dataFolder, 'ready to show')
      child.kill(signal)
      expect(await ended).toEqual([0, null])
      expect(notes(dataFolder)).toEqual(['ready to show', 'closed', 'will quit', 'will quit', 'quit'])
    },
  )

  test('Chromium host: a second app with the same data quits and notifies the first', async () => {
    const dataFolder = join(folder, 'twice')
    const first = start(dataFolder)
    const firstEnded = once(first, 'exit')
    await whenNoted(firstEnded, dataFolder, 'ready to show')
    expect(await once(start(dataFolder), 'exit')).toEqual([0, null])
    await whenNoted(firstEnded, dataFolder, 'second instance')
    first.kill('SIGTERM')
    expect(await firstEnded).toEqual([0, null])
  })

  test.each([
    ['is not there', 'no-such-browser', 'Chromium is not at'],
    ['ends at once', process.execPath, 'Chromium ended before it was ready'],
  ])('Chromium host: a Chromium that %s is reported as an error', async (_what, executable, words) => {
    const child = spawn(join(host, 'electron'), [appFolder(), `--user-data-dir=${join(folder, 'no-chromium')}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...environment(), CLAVIS_CHROMIUM: executable },
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(said).toContain(words)
  })
})
