// `npm run test:soak`: the long forms of tests that `npm test` runs shortly.
import { ensureDependencies, ensureSystemPackages, findNode, run } from './prepare.mjs'

ensureDependencies()
findNode()
ensureSystemPackages(['libsecret-1-0', 'gnome-keyring', 'dbus', 'openssl', 'gnutls-bin'])
process.exit(
  run(
    'bash',
    [
      'e2e/fixtures/with-keyring.sh',
      'vitest',
      'run',
      'electron/credentials/import',
      'electron/reports/record-store.test.ts',
    ],
    {
      env: { CLAVIS_SOAK: '1' },
    },
  ),
)
