import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppAddresses } from './app-addresses.ts'
import { parseCommandLine } from './command-line.ts'
import { createHost } from './host.ts'
import { SingleInstance } from './single-instance.ts'

const folders: string[] = []
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'clavis-host-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const electron = (): Record<string, Record<string, unknown>> =>
  createHost({ name: 'Test', version: '1.2.3', switches: new Map([['user-data-dir', folder()]]), headless: true })
    .electron as unknown as Record<string, Record<string, unknown>>

test('a command line is taken apart as Electron does', () => {
  const line = parseCommandLine(['-r', 'loader.js', '--inspect=0', '--flag', 'app', '--user-data-dir=/x=y', 'more'])
  expect(line).toMatchObject({ requires: ['loader.js'], app: 'app' })
  expect([...line.switches]).toEqual([
    ['inspect', '0'],
    ['flag', ''],
    ['user-data-dir', '/x=y'],
  ])
  expect(() => parseCommandLine(['--flag'])).toThrow('no app')
})

test.each([
  ['Tray', () => electron()['Tray'], 'electron.Tray'],
  ['app.dock', () => electron()['app']?.['dock'], 'electron.app.dock'],
  ['dialog.showErrorBox', () => electron()['dialog']?.['showErrorBox'], 'electron.dialog.showErrorBox'],
  ['clipboard.readImage', () => electron()['clipboard']?.['readImage'], 'electron.clipboard.readImage'],
  ['ipcMain.once', () => electron()['ipcMain']?.['once'], 'electron.ipcMain.once'],
])('what the app does not use throws with its name: %s', (_name, touch, words) => {
  expect(touch).toThrow(words)
  expect(touch).toThrow('not part of the Chromium host')
})

test('what is there is used as on Electron, and dialogs can be replaced', async () => {
  const { app, dialog, clipboard } = electron() as unknown as {
    app: { getVersion: () => string; getPath: (name: string) => string; isPackaged: boolean }
    dialog: { showSaveDialog: () => Promise<{ canceled: boolean }> }
    clipboard: { writeText: (text: string) => Promise<void>; readText: () => Promise<string>; clear: () => void }
  }
  expect([app.getVersion(), app.isPackaged]).toEqual(['1.2.3', false])
  expect(app.getPath('userData')).toContain('clavis-host-')
  expect((await dialog.showSaveDialog()).canceled).toBe(true)
  dialog.showSaveDialog = () => Promise.resolve({ canceled: false })
  expect((await dialog.showSaveDialog()).canceled).toBe(false)
  await clipboard.writeText('x')
  expect(await clipboard.readText()).toBe('x')
  clipboard.clear()
  expect(await clipboard.readText()).toBe('')
})

test('a window that would not be sandboxed is refused', () => {
  const { BrowserWindow } = electron() as unknown as { BrowserWindow: new (options: object) => object }
  const safe = { sandbox: true, contextIsolation: true, nodeIntegration: false, preload: '/x' }
  for (const unsafe of [
    {},
    { ...safe, sandbox: false },
    { ...safe, nodeIntegration: true },
    { ...safe, preload: undefined },
  ])
    expect(() => new BrowserWindow({ webPreferences: unsafe })).toThrow('not sandboxed and isolated')
})

test('the app’s own addresses go in and come out', () => {
  const addresses = new AppAddresses()
  addresses.register('app')
  const own = 'app://clavis/index.html?x=1#/profiles'
  expect(addresses.fromChromium(addresses.toChromium(own))).toBe(own)
  expect(addresses.toChromium(own)).toMatch(/^https:\/\//u)
  for (const other of ['https://example.com/', 'data:text/html,x', 'nonsense'])
    expect([addresses.toChromium(other), addresses.fromChromium(other)]).toEqual([other, other])
})

test('one app at a time: the second one knocks, and the first one hears it', async () => {
  const place = folder()
  const first = new SingleInstance(place)
  let knocks = 0
  expect(first.take(() => (knocks += 1))).toBe(true)
  // Another process that lives has the place: the one that started this one.
  writeFileSync(join(place, 'host-instance', 'owner'), String(process.ppid))
  expect(new SingleInstance(place).take(() => undefined)).toBe(false)
  await expect.poll(() => knocks).toBeGreaterThan(0)
  // It died without leaving: the place is free.
  writeFileSync(join(place, 'host-instance', 'owner'), '999999999')
  expect(new SingleInstance(place).take(() => undefined)).toBe(true)
})
