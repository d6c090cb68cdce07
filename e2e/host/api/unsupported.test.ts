import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { makeStrict, missingPart, strict } from './unsupported.ts'

test('strict: reading a missing property fails with its name', () => {
  const app = strict('app', { getVersion: () => '1' }) as Record<string, () => unknown>
  expect(app['getVersion']?.()).toBe('1')
  expect(() => app['getGPUInfo']).toThrow('electron.app.getGPUInfo is not part of the Chromium host')
})

test('strict: the error names only the part for the module itself', () => {
  const electron = strict('', { app: {} }) as Record<string, unknown>
  expect(() => electron['Tray']).toThrow('electron.Tray is not part of the Chromium host')
})

test('strict: a property can be replaced, as specs do with dialogs', () => {
  const dialog = strict('dialog', { showOpenDialog: (): string => 'real' })
  dialog.showOpenDialog = () => 'replaced'
  expect(dialog.showOpenDialog()).toBe('replaced')
})

test('strict: methods can use the object’s private fields', () => {
  class Counter {
    #count = 0
    count(): number {
      this.#count += 1
      return this.#count
    }
  }
  const counter = strict('counter', new Counter())
  expect([counter.count(), counter.count()]).toEqual([1, 2])
})

test('strict: a class keeps its own functions, and missing ones fail', () => {
  class Window {
    static readonly all: Window[] = []
    readonly id = 1
    static getAll(): Window[] {
      return this.all
    }
  }
  const electron = strict('', { BrowserWindow: strict('BrowserWindow', Window) })
  expect(new electron.BrowserWindow()).toBeInstanceOf(Window)
  expect(electron.BrowserWindow.getAll()).toBe(Window.all)
  expect(() => Reflect.get(electron.BrowserWindow, 'getFocused') as unknown).toThrow(
    'electron.BrowserWindow.getFocused is not part',
  )
})

test('strict: properties that JavaScript itself reads do not fail', async () => {
  const object = strict('app', {})
  expect(await Promise.resolve(object)).toBe(object)
  expect(JSON.stringify(object)).toBe('{}')
})

test('makeStrict: missing properties fail on every instance of the class, and instanceof still works', () => {
  class Window extends EventEmitter {
    readonly id = 1
    show(): string {
      return `shown ${this.id}`
    }
  }
  makeStrict('BrowserWindow', Window)
  const window = new Window() as Window & Record<string, unknown>
  expect(window.show()).toBe('shown 1')
  expect(window).toBeInstanceOf(EventEmitter)
  let heard = 0
  window.once('closed', () => (heard += 1))
  window.emit('closed')
  window.emit('closed')
  expect(heard).toBe(1)
  expect(() => window['setTitle']).toThrow('electron.BrowserWindow.setTitle is not part of the Chromium host')
  // Other emitters are not affected.
  expect((new EventEmitter() as unknown as Record<string, unknown>)['setTitle']).toBeUndefined()
})

test('missingPart: fails however it is used', () => {
  const Tray = missingPart('Tray') as unknown as { new (): object; (): void; badge: string; prototype: object }
  expect(() => new Tray()).toThrow('electron.Tray is not part of the Chromium host')
  expect(() => Tray()).toThrow('electron.Tray is not part of the Chromium host')
  expect(() => Tray.badge).toThrow('electron.Tray.badge is not part of the Chromium host')
  expect(() => (Tray.badge = 'x')).toThrow('electron.Tray is not part of the Chromium host')
})
