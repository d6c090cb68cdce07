// `npm run pictures [-- FILE]`: runs the window specs and saves a picture of every screen that they look at to
// `e2e/screenshots/`, light and dark, 900 and 1600 pixels wide.
import { ensureBuild, run } from './prepare.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

prepareTests()
ensureBuild()
const [program, args] = inTestSession('playwright', 'test', ...process.argv.slice(2))
process.exit(run(program, args, { env: { CLAVIS_PICTURES: '1', CLAVIS_TEST_SESSION: '1' } }))
