import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand } from '../testing/command-run.ts'

let services: TestServices

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

test('a Production profile is removed with --confirm and its exact name', async () => {
  await services.newProfile({ tokenUrl: 'https://auth.example.com/token', name: 'Live', environment: 'production' })
  const remove = (...more: string[]): ReturnType<typeof runCommand> =>
    runCommand(services.folder, '', ['profile', 'remove', 'Live', '--destroy-secrets', ...more])
  expect(await remove()).toMatchObject({ code: 65, error: expect.stringContaining('--confirm "Live"') })
  expect(await remove('--confirm', 'live')).toMatchObject({ code: 65 })
  expect(await remove('--confirm', 'Live')).toMatchObject({ code: 0 })
})
