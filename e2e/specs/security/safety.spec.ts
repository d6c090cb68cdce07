import type { ClavisBridge } from '#shared/contract.ts'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'
import { answerQuestions } from '../../fixtures/window/dialogs.ts'

test('Preload: runs in an isolated world that changes of the page do not reach @core', async ({ sharedClavis }) => {
  const answer = await sharedClavis.page.evaluate(async () => {
    let stolen = 0
    const { stringify, parse } = JSON
    // The page's own script runs meanwhile and formats text, too: its calls are recognized by their source file.
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
    envelope: {
      ok: true,
      value: expect.objectContaining({ theme: 'system', warnings: defaultWarningSettings }) as object,
    },
    stolen: 0,
  })
})

test('Content Security Policy: is enforced @core', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const tried = await page.evaluate(
    () =>
      new Promise<{ inline: boolean; made: string; blocked: string[] }>((done) => {
        const blocked: string[] = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          blocked.push(effectiveDirective),
        )
        const script = document.createElement('script')
        script.append('window.inlineRan = true')
        document.body.append(script)
        const style = document.createElement('style')
        style.textContent = 'body { color: red }'
        document.body.append(style)
        const image = new Image()
        image.src = 'https://example.com/x.png'
        document.body.append(image)
        // In its own task: code evaluated by a debugger is exempt.
        setTimeout(() => {
          let made = 'ran'
          try {
            // Creating code from text is what is tested.
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
  expect(tried.blocked).toEqual(expect.arrayContaining(['require-trusted-types-for', 'style-src-elem', 'img-src']))
})

test('Trusted Types: no text of the page becomes HTML, a script or its address, and no policy can be created @core', async ({
  sharedClavis,
}) => {
  const tried = await sharedClavis.page.evaluate(
    () =>
      new Promise<Record<string, string>>((done) => {
        // In its own task: code evaluated by a debugger is exempt.
        setTimeout(() => {
          const element = document.createElement('div')
          const script = document.createElement('script')
          const { trustedTypes } = window as unknown as {
            trustedTypes: { createPolicy: (...given: unknown[]) => unknown }
          }
          const attempts: Record<string, () => unknown> = {
            innerHTML: () => (element.innerHTML = '<img src=x>'),
            'event attribute': () => element.setAttribute('onclick', 'alert(1)'),
            insertAdjacentHTML: () => element.insertAdjacentHTML('beforeend', '<b>x</b>'),
            DOMParser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
            'script src': () => (script.src = 'app://clavis/assets/x.js'),
            'script text': () => (script.text = 'alert(1)'),
            policy: () => trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
            'default policy': () => trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
          }
          const results = Object.entries(attempts).map(([name, attempt]) => {
            try {
              attempt()
              return [name, 'ran']
            } catch (error) {
              return [name, (error as Error).name]
            }
          })
          element.remove()
          done(Object.fromEntries(results) as Record<string, string>)
        })
      }),
  )
  expect(new Set(Object.values(tried)), JSON.stringify(tried)).toEqual(new Set(['TypeError']))
})

test('Bridge: calls that do not match the contract are refused before anything happens @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
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
  for (const answer of answers.slice(3)) expect(JSON.stringify(answer)).toContain('Unknown call')
})

test('Bridge: no call that the page can make returns a key, a client secret or a token @core', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
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

test('Clipboard: a copied token is marked as secret for clipboard histories @core', async ({ sharedClavis }) => {
  const { app, page } = sharedClavis
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
