import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, startClavis, test, type ClavisApp } from '../../fixtures/clavis-app.ts'
import { root } from '../../fixtures/launch.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'

// Electron’s checklist, https://www.electronjs.org/docs/latest/tutorial/security: one test per item, under its title.

let clavis: ClavisApp
let end: () => Promise<void>
test.beforeAll(async () => {
  ;({ clavis, end } = await startClavis())
})
test.afterAll(() => end())

const preload = resolve(root, 'out', 'preload', 'preload.cjs')

/** Returns a preference that the window was opened with. */
function preference(name: string): Promise<unknown> {
  return clavis.app.evaluate(({ BrowserWindow }, wanted) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences: () => Record<string, unknown>
    }
    return contents.getLastWebPreferences()[wanted]
  }, name)
}

/** Returns whether main prevents an event of the window’s contents. */
function isPrevented(event: string, url: string): Promise<boolean> {
  return clavis.app.evaluate(
    ({ BrowserWindow }, given) => {
      let prevented = false
      const preventDefault = (): void => void (prevented = true)
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as NodeJS.EventEmitter
      contents.emit(given.event, { url: given.url, preventDefault }, {}, {})
      return prevented
    },
    { event, url },
  )
}

/** Returns which of these texts the built code of main or page contains. */
function found(part: 'main' | 'renderer', ...texts: string[]): string[] {
  const folder = join(root, 'out', part)
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?js$|\.html$/u.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts.filter((text) => code.some((file) => file.includes(text)))
}

test('Electron checklist 1: Only load secure content', async () => {
  const origins = await clavis.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin === location.origin),
  )
  expect(origins.length).toBeGreaterThan(0)
  expect(origins).not.toContain(false)
  expect(await clavis.page.evaluate(() => isSecureContext)).toBe(true)
  const blocked = await clavis.page.evaluate(
    () =>
      new Promise((done) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => done(blockedURI), { once: true })
        new Image().src = 'http://127.0.0.1/x.png'
      }),
  )
  expect(blocked).toContain('http://127.0.0.1')
})

test('Electron checklist 2: Do not enable Node.js integration for remote content', async () => {
  for (const name of ['nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'])
    expect(await preference(name), name).toBe(false)
  const globals = await clavis.page.evaluate(() =>
    ['require', 'process', 'module', 'global', 'Buffer'].filter((name) => name in window),
  )
  expect(globals).toEqual([])
})

test('Electron checklist 3: Enable context isolation in all renderers', async () => {
  expect(await preference('contextIsolation')).toBe(true)
  expect(await clavis.page.evaluate(() => Object.isFrozen(window.clavis))).toBe(true)
  const replacing = await clavis.page.evaluate(() => {
    'use strict'
    try {
      ;(window as unknown as { clavis: unknown }).clavis = {}
      return 'replaced'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(replacing).toBe('TypeError')
})

test('Electron checklist 4: Enable process sandboxing', async () => {
  expect(await preference('sandbox')).toBe(true)
  // A sandboxed preload gets only Electron’s renderer modules; this one asks for nothing else.
  const asked = [...readFileSync(preload, 'utf8').matchAll(/require\(["'](?<name>[^"']+)["']\)/gu)]
  expect([...new Set(asked.map(({ groups }) => groups?.['name']))]).toEqual(['electron'])
})

test('Electron checklist 5: Use ses.setPermissionRequestHandler() in all sessions that load remote content @core', async () => {
  const states = await clavis.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'midi', 'camera', 'microphone', 'clipboard-read']
    const asked = names.map(async (name) => (await navigator.permissions.query({ name: name as 'midi' })).state)
    return [await Notification.requestPermission(), ...(await Promise.all(asked))]
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  const camera = await clavis.page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      (error: unknown) => (error as Error).name,
    ),
  )
  expect(['NotAllowedError', 'NotFoundError']).toContain(camera)
})

test('Electron checklist 6: Do not disable webSecurity', async () => {
  expect(await preference('webSecurity')).toBe(true)
  expect(found('main', 'disable-web-security')).toEqual([])
})

test('Electron checklist 7: Define a Content-Security-Policy and use restrictive rules @core', async () => {
  const policy = await clavis.page.evaluate(
    async () => (await fetch(location.href)).headers.get('content-security-policy') ?? '',
  )
  const directives = policy.split('; ')
  expect(directives).toEqual(
    expect.arrayContaining([
      ...["default-src 'none'", "script-src 'self'", "connect-src 'self'", "worker-src 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]),
  )
  expect(policy).not.toMatch(/unsafe|\*|https?:/u)
})

test('Electron checklist 8: Do not enable allowRunningInsecureContent', async () => {
  expect(await preference('allowRunningInsecureContent')).not.toBe(true)
  expect(found('main', 'allow-running-insecure-content', 'ignore-certificate-errors')).toEqual([])
})

test('Electron checklist 9: Do not enable experimental features', async () => {
  expect(await preference('experimentalFeatures')).not.toBe(true)
  expect(found('main', 'enable-experimental-web-platform-features')).toEqual([])
})

test('Electron checklist 10: Do not use enableBlinkFeatures', async () => {
  expect(await preference('enableBlinkFeatures')).toBeUndefined()
  expect(found('main', 'enable-blink-features', 'enable-features')).toEqual([])
})

test('Electron checklist 11: <webview>: Do not use allowpopups', async () => {
  expect(await preference('webviewTag')).toBe(false)
  const members = await clavis.page.evaluate(() => {
    const view = document.createElement('webview')
    view.setAttribute('allowpopups', '')
    document.body.append(view)
    return ['loadURL', 'getWebContentsId', 'executeJavaScript'].filter((name) => name in view)
  })
  expect(members).toEqual([])
  expect(found('renderer', 'allowpopups')).toEqual([])
})

test('Electron checklist 12: <webview>: Verify options and params', async () => {
  expect(await isPrevented('will-attach-webview', '')).toBe(true)
})

test('Electron checklist 13: Disable or limit navigation @core', async () => {
  for (const url of ['https://example.com/', 'app://other/index.html', 'data:text/html,x', 'file:///etc/passwd'])
    for (const event of ['will-navigate', 'will-redirect']) expect(await isPrevented(event, url), url).toBe(true)
  await clavis.page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await expect(clavis.page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('Electron checklist 14: Disable or limit creation of new windows @core', async () => {
  await clavis.page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    link.remove()
  })
  expect(await clavis.page.evaluate(() => window.open('https://example.com/') === null)).toBe(true)
  const urls = await clavis.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  )
  expect(urls).toEqual([expect.stringMatching(/^app:\/\/clavis\//u)])
})

test('Electron checklist 15: Do not use shell.openExternal with untrusted content @core', async () => {
  const { app, page } = clavis
  await app.evaluate(({ dialog, shell }) => {
    const world = globalThis as { asked?: unknown[]; opened?: string[] }
    const asked: unknown[] = []
    const opened: string[] = []
    Object.assign(world, { asked, opened })
    // Answers the first question with no, the second with yes.
    dialog.showMessageBox = (...given: unknown[]) => {
      const { buttons, defaultId, cancelId } = given.at(-1) as Record<string, unknown>
      asked.push({ buttons, defaultId, cancelId })
      return Promise.resolve({ response: asked.length === 1 ? 1 : 0, checkboxChecked: false })
    }
    shell.openExternal = (url: string) => {
      opened.push(url)
      return Promise.resolve()
    }
  })
  const opened = (): Promise<unknown> =>
    app.evaluate(() => {
      const { asked, opened: addresses } = globalThis as { asked?: unknown[]; opened?: string[] }
      return { asked: asked?.length, opened: addresses }
    })
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'https://ada:hush@example.com/'])
    expect(await bridgeCall(page, 'app.openExternal', { url }), url).toMatchObject({
      error: { code: 'input-invalid' },
    })
  expect(await opened()).toEqual({ asked: 0, opened: [] })
  const url = 'https://example.com/'
  expect(await bridgeCall(page, 'app.openExternal', { url })).toEqual({ ok: true, value: false })
  expect(await opened()).toEqual({ asked: 1, opened: [] })
  expect(await bridgeCall(page, 'app.openExternal', { url })).toEqual({ ok: true, value: true })
  expect(await opened()).toEqual({ asked: 2, opened: [url] })
  // Neither Enter nor Escape opens an address, not even one of this computer.
  await bridgeCall(page, 'app.openExternal', { url: 'http://127.0.0.1:8080/' })
  expect(await app.evaluate(() => (globalThis as { asked?: unknown[] }).asked)).toEqual(
    Array.from({ length: 3 }, () => ({ buttons: ['Open', 'Cancel'], defaultId: 1, cancelId: 1 })),
  )
})

test('Electron checklist 15: A script can’t open one dialog over another @core', async () => {
  const { app, page } = clavis
  await app.evaluate(({ dialog }) => {
    const world = globalThis as { shown?: number; close?: () => void }
    const { promise, resolve } = Promise.withResolvers<undefined>()
    Object.assign(world, { shown: 0, close: () => resolve(undefined) })
    const held = async <T>(answer: T): Promise<T> => {
      world.shown = (world.shown ?? 0) + 1
      await promise
      return answer
    }
    dialog.showMessageBox = () => held({ response: 1, checkboxChecked: false })
    dialog.showOpenDialog = () => held({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => held({ canceled: true, filePath: '' })
  })
  const calls = page.evaluate(() => {
    const { call } = window.clavis as unknown as { call: (name: string, input?: unknown) => Promise<unknown> }
    const url = 'https://example.com/'
    return Promise.all(
      Array.from({ length: 240 }, (_, at) =>
        at % 2 === 0 ? call('app.openExternal', { url }) : call('activity.export', { format: 'har' }),
      ),
    )
  })
  await expect.poll(() => app.evaluate(() => (globalThis as { shown?: number }).shown)).toBe(1)
  await app.evaluate(() => (globalThis as { close?: () => void }).close?.())
  const answers = (await calls) as { error?: { code: string } }[]
  expect(answers.filter(({ error }) => error?.code === 'call-refused').length).toBeGreaterThanOrEqual(230)
  expect(await app.evaluate(() => (globalThis as { shown?: number }).shown)).toBeLessThanOrEqual(10)
})

test('Electron checklist 16: Use a current version of Electron', async () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  // Pinned to one release, which is the one that runs. Electron maintains its latest three major versions.
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/u)
  expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45)
  expect(await clavis.app.evaluate(() => process.versions.electron)).toBe(devDependencies['electron'])
})

test('Electron checklist 17: Validate the sender of all IPC messages @core', async () => {
  const { app } = clavis
  const opening = app.waitForEvent('window')
  // Before the address is loaded, there may be an empty document with the same preload; a call in it would get lost.
  await app.evaluate(async ({ BrowserWindow }, file) => {
    const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false }
    const webPreferences = { preload: file, partition: 'persist:page', ...isolated }
    await new BrowserWindow({ webPreferences }).loadURL('app://clavis/index.html')
  }, preload)
  const stranger = await opening
  await stranger.waitForFunction(() => 'clavis' in window)
  expect(await bridgeCall(stranger, 'profiles.list', undefined)).toMatchObject({ error: { code: 'call-refused' } })
  await stranger.close()
  // There is one channel, and its handler checks the sender of every call.
  const channels = await app.evaluate(({ ipcMain }) => {
    const { _invokeHandlers } = ipcMain as unknown as { _invokeHandlers: Map<string, unknown> }
    return [..._invokeHandlers.keys()]
  })
  expect(channels).toEqual(['call'])
})

test('Electron checklist 18: Avoid usage of the file:// protocol and prefer usage of custom protocols', async () => {
  const url = await clavis.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
  expect(url).toMatch(/^app:\/\/clavis\/index\.html/u)
  const read = await clavis.page.evaluate(() =>
    fetch('file:///etc/passwd').then(
      () => 'read',
      () => 'refused',
    ),
  )
  expect(read).toBe('refused')
  // Nor does the app’s own protocol read any file but the page’s.
  const statuses = await clavis.page.evaluate(() =>
    Promise.all(
      ['/index.html', '/../main/main.js', '/%2e%2e/main/main.js', '/etc/passwd', '/nothing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404])
})

test('Electron checklist 19: Check which fuses you can change', () => {
  // Packaging sets them (`packed-app.spec.ts`). Nothing relies on what they turn off: the keychain's process is a utility
  // process, which they leave on.
  const names = ['ELECTRON_RUN_AS_NODE', 'loadFile(', 'crashReporter', 'child_process.fork(']
  expect(found('main', ...names)).toEqual([])
})

test('Electron checklist 20: Do not expose Electron APIs to untrusted web content @core', async () => {
  const seen = await clavis.page.evaluate(async () => {
    const bridge = window.clavis as unknown as Record<string, unknown>
    const given: unknown[][] = []
    const stop = window.clavis.on('app.settingsChanged', (...values: unknown[]) => void given.push(values))
    await window.clavis.call('app.changeSettings', { theme: 'dark' })
    await new Promise<void>((done) => {
      const look = (): void => (given.length > 0 ? done() : void setTimeout(look, 10))
      look()
    })
    stop()
    return {
      members: Object.keys(bridge),
      globals: ['electron', 'ipcRenderer'].filter((name) => name in window),
      given,
    }
  })
  expect(seen.members).toEqual(['call', 'on'])
  expect(seen.globals).toEqual([])
  // A listener gets the event’s payload, and never Electron’s event with its sender.
  expect(seen.given[0]).toEqual([expect.objectContaining({ theme: 'dark' })])
})
