import { expect, test } from 'vitest'
import { AppAddresses } from './app-addresses.ts'

const addresses = new AppAddresses()
addresses.register('app')

test.each(['app://clavis/index.html', 'app://clavis/a/b.js?x=1#y', 'app://clavis/'])(
  '%s goes to Chromium under a name that no network has, and comes back',
  (address) => {
    const inChromium = addresses.toChromium(address)
    expect(inChromium).toMatch(/^https:\/\/clavis\.app\.host\.invalid\//u)
    expect(addresses.fromChromium(inChromium)).toBe(address)
  },
)

test.each(['https://example.com/x', 'about:blank', 'data:text/plain,x', 'other://clavis/x', 'not an address'])(
  '%s stays as it is',
  (address) => {
    expect(addresses.toChromium(address)).toBe(address)
    expect(addresses.fromChromium(address)).toBe(address)
  },
)

test.each([
  'https://clavis.app.host.invalid.example.com/',
  'http://clavis.app.host.invalid/',
  'blob:https://clavis.app.host.invalid/1',
])('%s only resembles an address of the app', (address) => {
  expect(addresses.fromChromium(address)).toBe(address)
})
