import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveApp } from './app-protocol.ts'

let folder: string
let answer: (request: Request) => Promise<Response>

beforeAll(() => {
  const parent = mkdtempSync(join(tmpdir(), 'clavis-app-'))
  folder = join(parent, 'page')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">')
  writeFileSync(join(folder, 'assets', 'main.js'), 'export {}')
  writeFileSync(join(folder, 'secrets.bin'), 'x')
  writeFileSync(join(parent, 'outside.js'), 'x')
  answer = serveApp(folder)
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

test('App protocol: the page has a policy with its nonce, a new one for each load', async () => {
  const [first, second] = [
    await answer(new Request('app://clavis/index.html')),
    await answer(new Request('app://clavis/index.html')),
  ]
  const policy = first.headers.get('content-security-policy') ?? ''
  const nonce = /nonce="(?<nonce>[^"]+)"/u.exec(await first.text())?.groups?.['nonce'] ?? ''
  expect(nonce.length).toBeGreaterThanOrEqual(22)
  expect(policy).toContain(`'nonce-${nonce}'`)
  expect(policy).not.toContain('unsafe')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  )
  expect(policy).not.toMatch(/https?:/u)
  expect(await second.text()).not.toContain(nonce)
  expect(first.headers.get('connection-allowlist')).toBe('(response-origin)')
})

test('App protocol: serves files of the page with their type', async () => {
  const response = await answer(new Request('app://clavis/assets/main.js'))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  'app://clavis/../outside.js',
  'app://clavis/%2e%2e/outside.js',
  'app://clavis/..%2foutside.js',
  'app://clavis/secrets.bin',
  'app://clavis/missing.js',
  'app://clavis/',
  'app://clavis/%zz.js',
  'app://other/index.html',
])('App protocol: responds 404 to %s', async (url) => {
  expect((await answer(new Request(url))).status).toBe(404)
})

test('App protocol: supports GET only', async () => {
  expect((await answer(new Request('app://clavis/index.html', { method: 'POST' }))).status).toBe(404)
})
