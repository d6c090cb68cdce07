import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { defaultDataFolder } from './data-folder.ts'

test.each([
  ['linux', { HOME: '/home/ada' }, '/home/ada/.config/Clavis'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '/srv/config' }, '/srv/config/Clavis'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '' }, '/home/ada/.config/Clavis'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/Clavis'],
  ['linux', {}, `${homedir()}/.config/Clavis`],
  ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/Clavis'],
  ['win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'C:\\Users\\ada\\AppData\\Roaming\\Clavis'],
  ['win32', { USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Roaming\\Clavis'],
] as const)('defaultDataFolder: on %s with %o returns %s', (platform, env, folder) => {
  expect(defaultDataFolder(env, platform)).toBe(folder)
})
