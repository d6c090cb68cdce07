import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { chosenRuntime } from '../../fixtures/launch.ts'

// What the Chromium host cannot show (docs/electron.md): there, these specs are skipped.
test.skip(chosenRuntime() !== 'electron', 'Needs Electron’s binary, which is not here.')

test('Production: profiles of it can be used, whatever CLAVIS_RUNTIME says', async ({ clavis }) => {
  expect(await mustCall(clavis.page, 'app.info', undefined)).toMatchObject({ productionAccess: 'full' })
})

test('Menu: has the platform’s own entries, and none that reloads the page', async ({ clavis }) => {
  const roles = await clavis.app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ role, submenu }) => [
      role,
      ...(submenu?.items ?? []).map((item) => item.role),
    ]),
  )
  expect(roles).toEqual(
    expect.arrayContaining(['editmenu', 'windowmenu', 'help', 'copy', 'paste', 'zoomin', 'togglefullscreen']),
  )
  expect(roles).not.toEqual(expect.arrayContaining(['reload']))
  expect(roles).not.toEqual(expect.arrayContaining(['forcereload']))
})

test('Tray: has an icon with its menu', async ({ clavis }) => {
  const shown = await clavis.app.evaluate(async ({ powerMonitor, Tray }) => {
    const setContextMenu = Reflect.get(Tray.prototype, 'setContextMenu')
    const seen = new Promise<{ isDestroyed: boolean; labels: string[] }>((resolve) => {
      Tray.prototype.setContextMenu = function (menu) {
        Reflect.apply(setContextMenu, this, [menu])
        resolve({ isDestroyed: this.isDestroyed(), labels: menu?.items.map(({ label }) => label) ?? [] })
      }
    })
    // The first look for warnings may be over already: waking up makes another.
    const timer = setInterval(() => powerMonitor.emit('resume'), 500)
    try {
      return await seen
    } finally {
      clearInterval(timer)
      Tray.prototype.setContextMenu = setContextMenu
    }
  })
  expect(shown.isDestroyed).toBe(false)
  expect(shown.labels).toEqual(expect.arrayContaining(['All profiles OK', 'Open Clavis', 'Quit']))
})

test('Badge: the system accepts the number', async ({ clavis }) => {
  test.skip(process.platform !== 'darwin', 'Electron can read it back on macOS only.')
  const counts = await clavis.app.evaluate(({ app }) => {
    app.setBadgeCount(3)
    const shown = app.getBadgeCount()
    app.setBadgeCount(0)
    return [shown, app.getBadgeCount()]
  })
  expect(counts).toEqual([3, 0])
})

test('Notifications: the system shows one', async ({ clavis }) => {
  const outcome = await clavis.app.evaluate(
    ({ Notification }) =>
      new Promise<string>((resolve) => {
        if (!Notification.isSupported()) {
          resolve('not supported')
          return
        }
        const notification = new Notification({ title: 'Clavis', body: 'A test of notifications' })
        notification.once('show', () => {
          notification.close()
          resolve('shown')
        })
        notification.once('failed', (_event, error) => resolve(`failed: ${error}`))
        // Some desktops never tell whether they showed it.
        setTimeout(() => resolve('shown'), 5000)
        notification.show()
      }),
  )
  // A runner may have no notification service, and macOS shows none of an app without a signature.
  expect(outcome).toMatch(
    process.platform === 'darwin' ? /^(?:shown|not supported|failed: .*)$/u : /^(?:shown|not supported)$/u,
  )
})

test('Dialogs: a question opens over the window and can be cancelled', async ({ clavis }) => {
  const response = await clavis.app.evaluate(async ({ BrowserWindow, dialog }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) return undefined
    const closing = new AbortController()
    const question = dialog.showMessageBox(window, {
      message: 'Is this a real dialog?',
      buttons: ['Yes', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
      signal: closing.signal,
    })
    setTimeout(() => closing.abort(), 1000)
    return (await question).response
  })
  expect(response).toBe(1)
})

test('Cryptography: BoringSSL has what keys, backups, assertions and updates need', async ({ clavis }) => {
  const done = await clavis.app.evaluate(() => {
    const crypto = process.getBuiltinModule('node:crypto')
    const data = Buffer.from('data')
    const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
    const ed25519 = crypto.generateKeyPairSync('ed25519')
    const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })
    const key = crypto.pbkdf2Sync('passphrase', 'salt', 1000, 32, 'sha512')
    const cipher = crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
    const sealed = Buffer.concat([cipher.update(data), cipher.final()])
    const decipher = crypto.createDecipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAuthTag(cipher.getAuthTag())
    return {
      library: process.versions.openssl,
      'RSA-SHA256': crypto.verify(
        'sha256',
        data,
        rsa.publicKey,
        crypto.sign('sha256', data, crypto.createPrivateKey(pem)),
      ),
      Ed25519: crypto.verify(null, data, ed25519.publicKey, crypto.sign(null, data, ed25519.privateKey)),
      'ECDSA P-256': crypto.verify('sha256', data, ec.publicKey, crypto.sign('sha256', data, ec.privateKey)),
      'AES-256-GCM': Buffer.concat([decipher.update(sealed), decipher.final()]).equals(data),
      'SHA-1': crypto.createHash('sha1').update(data).digest('hex').length === 40,
    }
  })
  const { library, ...works } = done
  expect(library).toBeTruthy()
  expect(works).toEqual(Object.fromEntries(Object.keys(works).map((name) => [name, true])))
})

test('Clipboard: a secret is written together with the mark that conceals it', async ({ clavis }) => {
  const format = {
    linux: 'x-kde-passwordManagerHint',
    darwin: 'org.nspasteboard.ConcealedType',
    win32: 'ExcludeClipboardContentFromMonitorProcessing',
  }[process.platform as 'linux' | 'darwin' | 'win32']
  const types = await clavis.app.evaluate(async ({ clipboard, ClipboardItem }, name) => {
    const type = `electron application/osclipboard;format="${name}"`
    await clipboard.write([new ClipboardItem({ 'text/plain': 'a secret', [type]: new Blob(['secret']) })])
    const [item] = await clipboard.read()
    const has = await clipboard.has(type)
    clipboard.clear()
    return { text: item?.types ?? [], has, after: await clipboard.readText() }
  }, format)
  expect(types).toEqual({ text: expect.arrayContaining(['text/plain']), has: true, after: '' })
})

test('Jump list: Clavis has none, so the task bar shows nothing of its profiles', async ({ clavis }) => {
  test.skip(process.platform !== 'win32', 'Only Windows has them.')
  expect(await clavis.app.evaluate(({ app }) => app.getJumpListSettings().removedItems)).toEqual([])
})

test('Power: the system reports its state, and Clavis listens for resume', async ({ clavis }) => {
  const { idle, listeners } = await clavis.app.evaluate(({ powerMonitor }) => ({
    idle: powerMonitor.getSystemIdleState(60),
    listeners: powerMonitor.listenerCount('resume'),
  }))
  expect(['active', 'idle', 'locked', 'unknown']).toContain(idle)
  expect(listeners).toBeGreaterThan(0)
})

test('Page: Electron serves it from its own scheme with its security headers', async ({ clavis }) => {
  const { page } = clavis
  expect(new URL(page.url()).origin).toBe('app://clavis')
  const headers = await page.evaluate(async () => Object.fromEntries((await fetch('app://clavis/index.html')).headers))
  expect(headers).toMatchObject({ 'connection-allowlist': '(response-origin)', 'referrer-policy': 'no-referrer' })
})
