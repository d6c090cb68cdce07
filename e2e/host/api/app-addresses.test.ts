import { expect, test } from 'vitest'
import { AppAddresses } from './app-addresses.ts'

const addresses = new AppAddresses()
addresses.register('app')

test.each(['app://clavis/index.html', 'app://clavis/a/b.js?x=1#y', 'app://clavis/'])(
  'App addresses: %s gets a name in Chromium that no network has, and converts back',
  (address) => {
    const inChromium = addresses.toChromium(address)
    expect(inChromium).toMatch(/^https:\/\/clavis\.app\.host\.invalid\//u)
    expect(addresses.fromChromium(inChromium)).toBe(address)
  },
)

test.each(['https://example.com/x', 'about:blank', 'data:text/plain,x', 'other://clavis/x', 'not an address'])(
  'App addresses: %s is unchanged',
  (address) => {
    expect(addresses.toChromium(address)).toBe(address)
    expect(addresses.fromChromium(address)).toBe(address)
  },
)

test.each([
  'https://clavis.app.host.invalid.example.com/',
  'http://clavis.app.host.invalid/',
  'blob:https://clavis.app.host.invalid/1',
])('App addresses: %s only resembles an address of the app and is unchanged', (address) => {
  expect(addresses.fromChromium(address)).toBe(address)
})
