import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright/test'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { agreeToAllHosts } from '../../fixtures/app/agreed-hosts.ts'
import type { RunningClavis } from '../../fixtures/app/launched-clavis.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { resolvedNames, startAttackListeners, type AttackListeners } from '../../fixtures/security/attack-listeners.ts'
import { reachOut, reachOutByWebRtc } from '../../fixtures/security/page-attacks.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'
import { answerQuestions } from '../../fixtures/window/dialogs.ts'

const domain = 'clavis-page.test'
const folder = mkdtempSync(join(tmpdir(), 'clavis-net-log-'))
const netLog = join(folder, 'app.json')
/**
 * Lets Chromium resolve names if the page manages to ask; the host that stands in for Electron resolves none by
 * default.
 */
const watched = [`--log-net-log=${netLog}`, '--host-resolver-rules=MAP nothing.invalid 127.0.0.1']

let listeners: AttackListeners
test.beforeEach(async () => {
  listeners = await startAttackListeners()
})
test.afterEach(() => listeners.end())
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Page network: the attacks reach their listeners from an ordinary page @core', async () => {
  const site = await startAttackListeners('<!doctype html><title>Ordinary</title><body></body>')
  const log = join(folder, 'ordinary.json')
  const browser = await chromium.launch({
    executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--log-net-log=${log}`],
  })
  let webRtc: Promise<unknown> | undefined
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${site.port}/`)
    await page.evaluate(reachOut, { port: listeners.port, domain })
    webRtc = page.evaluate(reachOutByWebRtc, { port: listeners.port, domain }).catch(() => undefined)
    const expected = [
      ...[
        'link-prefetch',
        'link-preload',
        'link-stylesheet',
        'css-import',
        'css-url',
        'img',
        'script',
        'video',
        'iframe',
      ],
      ...['srcdoc', 'svg-image', 'fetch', 'keepalive', 'import', 'beacon', 'xhr', 'websocket', 'eventsource', 'worker'],
      ...['fresh-frame', 'form', 'ping'],
    ]
    await expect.poll(() => listeners.paths()).toEqual(expect.arrayContaining(expected))
    await expect.poll(() => listeners.datagrams()).toBeGreaterThan(0)
    await expect
      .poll(() => resolvedNames(log, domain))
      .toEqual(expect.arrayContaining([`fetch.${domain}`, `stylesheet.${domain}`, `turn.${domain}`]))
  } finally {
    // Closing does not wait for a response of a name server, which may never come.
    await browser.close()
    await webRtc
    await site.end()
  }
})

/** Tries everything a script in the page can, and expects that nothing arrives; main does reach the same listener. */
async function expectNoNetwork({ app, page, dataFolder }: RunningClavis, names = domain): Promise<void> {
  await answerQuestions(app, false)
  const target = { port: listeners.port, domain: names }
  await page.evaluate(reachOut, target)
  expect(listeners.paths()).toEqual([])
  expect(listeners.connections()).toBe(0)

  const { id } = await mustCall(page, 'profiles.create', {
    ...defaultProfileSettings('basic'),
    ...{ name: 'Listener', environment: 'mock', clientId: 'acme', tokenUrl: `http://127.0.0.1:${listeners.port}/main` },
  })
  await mustCall(page, 'profiles.setClientSecret', { profileId: id, clientSecret: 'hush' })
  // Main sends nothing to a host that no one agreed to.
  await bridgeCall(page, 'tokens.get', { profileId: id, renew: false })
  expect(listeners.paths()).toEqual([])
  await agreeToAllHosts(dataFolder)
  await bridgeCall(page, 'tokens.get', { profileId: id, renew: false })
  expect(new Set(listeners.paths())).toEqual(new Set(['main']))

  const before = listeners.connections()
  // Chromium ends a page that keeps using WebRTC after it was refused.
  await page
    .evaluate(reachOutByWebRtc, target)
    .catch((error: unknown) => expect(String(error)).toMatch(/crashed|closed/u))
  expect(listeners.connections()).toBe(before)
  expect(listeners.datagrams()).toBe(0)
}

test.describe(() => {
  test.use({ moreSwitches: watched })

  test('Page network: a script in the page makes no connection, sends no datagram and resolves no name @core', async ({
    clavis,
  }) => {
    await expectNoNetwork(clavis)
    await clavis.app.close()
    expect(resolvedNames(netLog, domain)).toEqual([])
  })
})

test.describe(() => {
  test.use({ moreSwitches: [...watched, '--no-proxy-server', '--webrtc-ip-handling-policy=default'] })

  test('Page network: the page’s own headers block it when the session would allow it', async ({ clavis }) => {
    await expectNoNetwork(clavis)
    await clavis.app.close()
    expect(resolvedNames(netLog, domain)).toEqual([])
  })
})

test('Page network: the session blocks connections and datagrams without the page’s own header', async ({ clavis }) => {
  await clavis.app.evaluate(() => {
    const Plain = Response
    globalThis.Response = class extends Plain {
      constructor(...given: ConstructorParameters<typeof Plain>) {
        super(...given)
        this.headers.delete('connection-allowlist')
      }
    }
  })
  await clavis.page.reload()
  await expect(clavis.page.getByRole('heading', { level: 1 })).toBeVisible()
  // Names are not asserted: a TURN server’s name is resolved without the proxy. These need no name server.
  await expectNoNetwork(clavis, 'localhost')
})
