import { expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'

test('parseCommandLine: takes a command line with only an app', () => {
  expect(parseCommandLine(['.'])).toEqual({ requires: [], switches: new Map(), app: '.' })
})

test('parseCommandLine: takes switches before and after the app, and modules to load first', () => {
  const { requires, switches, app } = parseCommandLine([
    '-r',
    '/tools/loader.js',
    '--inspect=0',
    '--no-sandbox',
    '/app',
    '--user-data-dir=/tmp/a=b',
    'argument',
  ])
  expect(requires).toEqual(['/tools/loader.js'])
  expect([...switches]).toEqual([
    ['inspect', '0'],
    ['no-sandbox', ''],
    ['user-data-dir', '/tmp/a=b'],
  ])
  expect(app).toBe('/app')
})

test('parseCommandLine: fails without an app', () => {
  expect(() => parseCommandLine(['--inspect=0'])).toThrow('no app to run')
})
