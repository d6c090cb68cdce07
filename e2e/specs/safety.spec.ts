import { resolve } from 'node:path'
import type { ClavisBridge } from '../../shared/contract/bridge.ts'
import { defaultWarningSettings } from '../../shared/model/warning.ts'
import { expect, test } from '../fixtures/clavis-app.ts'
import { answerQuestions } from '../fixtures/dialogs.ts'
import { bridgeCall, setUpPractice } from '../fixtures/practice.ts'

const preload = resolve(import.meta.dirname, '..', '..', 'out', 'preload', 'preload.cjs')

test('the page has no Node, and of main one frozen object with two functions', async ({ clavis }) => {
  const seen = await clavis.page.evaluate(() => ({
    node: ['require', 'process', 'module', 'global', 'Buffer'].filter((name) => name in window),
    bridge: Object.keys(window.clavis),
    isFrozen: Object.isFrozen(window.clavis),
  }))
  expect(seen).toEqual({ node: [], bridge: ['call', 'on'], isFrozen: true })
  expect(
    await clavis.page.evaluate(() => {
      'use strict'
      try {
        ;(window as unknown as { clavis: unknown }).clavis = {}
        return 'replaced'
      } catch (error) {
        return (error as Error).name
      }
    }),
  ).toBe('TypeError')
})

test('the preload lives in a world of its own: what the page changes does not reach it', async ({ clavis }) => {
  const answer = await clavis.page.evaluate(async () => {
    let stolen = 0
    const { stringify, parse } = JSON
    // The page's own script goes on meanwhile, and makes texts too: its calls are known by the file they come from.
    const isPagesOwn = () => new Error().stack?.split('\n')[3]?.includes('/assets/') === true
    JSON.stringify = (...given: unknown[]) => {
      if (isPagesOwn()) return Reflect.apply(stringify, JSON, given) as string
      stolen += 1
      return ''
    }
    JSON.parse = (...given: unknown[]) => {
      if (isPagesOwn()) return Reflect.apply(parse, JSON, given) as unknown
      stolen += 1
      return undefined
    }
    const envelope = await window.clavis.call('app.settings', undefined)
    Object.assign(JSON, { stringify, parse })
    return { envelope, stolen }
  })
  expect(answer).toEqual({
    envelope: { ok: true, value: { theme: 'system', warnings: defaultWarningSettings } },
    stolen: 0,
  })
})

test('the Content Security Policy has nothing unsafe, and holds', async ({ clavis }) => {
  const { page } = clavis
  const policy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-')
  const tried = await page.evaluate(
    () =>
      new Promise<{ inline: boolean; made: string; blocked: string[] }>((done) => {
        const blocked: string[] = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          blocked.push(effectiveDirective),
        )
        const script = document.createElement('script')
        script.textContent = 'window.inlineRan = true'
        document.body.append(script)
        const style = document.createElement('style')
        style.textContent = 'body { color: red }'
        document.body.append(style)
        const image = new Image()
        image.src = 'https://example.com/x.png'
        document.body.append(image)
        // In a turn of its own: what a debugger evaluates is exempt.
        setTimeout(() => {
          let made = 'ran'
          try {
            // That code cannot be made of text is what is tested.
            Reflect.construct(Function, ['return 1'])
          } catch (error) {
            made = (error as Error).name
          }
          setTimeout(() => done({ inline: 'inlineRan' in window, made, blocked }), 200)
        })
      }),
  )
  expect(tried.inline).toBe(false)
  expect(tried.made).toBe('EvalError')
  expect(tried.blocked).toEqual(expect.arrayContaining(['script-src-elem', 'style-src-elem', 'img-src', 'script-src']))
})

test('the page comes by its own protocol, which reads nothing but the app’s files', async ({ clavis }) => {
  const url = await clavis.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
  expect(url).toMatch(/^app:\/\/clavis\/index\.html/u)
  const statuses = await clavis.page.evaluate(() =>
    Promise.all(
      ['/index.html', '/../main/main.js', '/%2e%2e/main/main.js', '/etc/passwd', '/nothing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404])
})

test('the window goes nowhere else, and opens no other', async ({ clavis }) => {
  const { page, app } = clavis
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    link.target = '_blank'
    link.textContent = 'away'
    document.body.append(link)
    link.click()
  })
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  )
  expect(windows).toHaveLength(1)
  expect(windows[0]).toMatch(/^app:\/\/clavis\//u)
})

test('no permission is given', async ({ clavis }) => {
  const states = await clavis.page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      (error: unknown) => (error as Error).name,
    ),
  }))
  expect(states.notifications).toBe('denied')
  expect(states.geolocation).toBe('denied')
  expect(['NotAllowedError', 'NotFoundError']).toContain(states.camera)
})

test('a call from another window is refused, even from the same page', async ({ clavis }) => {
  const { app } = clavis
  const opened = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }, file) => {
    const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false }
    const webPreferences = { preload: file, partition: 'persist:page', ...isolated }
    void new BrowserWindow({ webPreferences }).loadURL('app://clavis/index.html')
  }, preload)
  const stranger = await opened
  await stranger.waitForFunction(() => 'clavis' in window)
  const answer = await stranger.evaluate(() => window.clavis.call('profiles.list', undefined))
  expect(answer).toMatchObject({ ok: false, error: { code: 'call-refused' } })
})

test('what does not have the contract’s shape is refused before anything happens', async ({ clavis }) => {
  const { page } = clavis
  const answers = await page.evaluate(async () => {
    const { call } = window.clavis as unknown as { call: (name: string, input?: unknown) => Promise<unknown> }
    return [
      await call('profiles.remove', { profileId: '../../etc' }),
      await call('profiles.remove', { profileId: '0b6f2b3e-0000-4000-8000-000000000000', destroySecrets: 'yes' }),
      await call('app.copyText', { text: 'x', more: true }),
      await call('no.such.call'),
      await call('__proto__'),
      await call('constructor'),
    ]
  })
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
  for (const answer of answers.slice(3)) expect(JSON.stringify(answer)).toContain('knows no call')
})

test('nothing that the page can ask for holds a key, a client secret or a token', async ({ clavis }) => {
  const { page, app } = clavis
  await setUpPractice(page)
  await answerQuestions(app, true)
  const profiles = await bridgeCall(page, 'profiles.list', undefined)
  if (!profiles.ok) throw new Error('no profiles')
  const ids = (profiles.value as { id: string }[]).map(({ id }) => id)
  const texts: string[] = [JSON.stringify(profiles)]
  const secrets: string[] = []
  for (const profileId of ids) {
    for (const name of ['credentials.list', 'tokens.preview', 'profiles.hasClientSecret'] as const)
      texts.push(JSON.stringify(await bridgeCall(page, name, { profileId })))
    texts.push(JSON.stringify(await bridgeCall(page, 'tokens.get', { profileId, renew: false })))
    texts.push(JSON.stringify(await bridgeCall(page, 'connection.test', { profileId })))
    const revealed = await bridgeCall(page, 'tokens.reveal', { profileId })
    if (revealed.ok) secrets.push((revealed.value as { accessToken: string }).accessToken)
  }
  texts.push(JSON.stringify(await bridgeCall(page, 'activity.list', { limit: 5000 })))
  texts.push(JSON.stringify(await bridgeCall(page, 'practice.state', undefined)))
  const portal = (await (await fetch(`${await portalOrigin(page)}/portal/api/security`)).json()) as {
    tabs: { clientSecret?: string }[]
  }
  secrets.push(...portal.tabs.flatMap(({ clientSecret }) => clientSecret ?? []))
  expect(secrets).toHaveLength(5)
  const all = texts.join('\n')
  for (const secret of secrets) expect(all.includes(secret), 'a secret in an answer').toBe(false)
  expect(all).not.toContain('PRIVATE KEY')
})

test('a copied token is marked as secret for clipboard histories', async ({ clavis }) => {
  const { app, page } = clavis
  await setUpPractice(page)
  const profiles = await bridgeCall(page, 'profiles.list', undefined)
  const [profile] = profiles.ok ? (profiles.value as { id: string }[]) : []
  await bridgeCall(page, 'tokens.get', { profileId: profile?.id ?? '', renew: false })
  expect(await bridgeCall(page, 'tokens.copy', { profileId: profile?.id ?? '' })).toMatchObject({ ok: true })
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).not.toBe('')
  for (const [name, platform] of [
    ['x-kde-passwordManagerHint', 'linux'],
    ['org.nspasteboard.ConcealedType', 'darwin'],
    ['ExcludeClipboardContentFromMonitorProcessing', 'win32'],
  ] as const)
    expect(
      await app.evaluate(
        ({ clipboard }, format) => clipboard.has(`electron application/osclipboard;format="${format}"`),
        name,
      ),
      name,
    ).toBe(process.platform === platform)
})

async function portalOrigin(page: Parameters<typeof bridgeCall>[0]): Promise<string> {
  const state = await bridgeCall(page, 'practice.state', undefined)
  return state.ok ? (state.value as { httpOrigin: string }).httpOrigin : ''
}

declare global {
  interface Window {
    readonly clavis: ClavisBridge
  }
}
