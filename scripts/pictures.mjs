// `npm run pictures [-- FILE…]`: runs the window specs and saves screenshots of every screen that they show to
// `e2e/screenshots/`, light and dark, 900 and 1600 pixels wide. Then refreshes the pictures in the docs.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild, giveUp, root, run, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

/** The pictures in `docs/pictures/`, each with its screen and the spec that shows it. */
const docPictures = {
  lists: ['lists', 'screens.spec.ts'],
  credentials: ['credentials', 'screens.spec.ts'],
  'request-log': ['exchange-rules', 'request-log.spec.ts'],
  diagnostics: ['doctor-wrong', 'diagnostics.spec.ts'],
  timeline: ['timeline-practice', 'timeline.spec.ts'],
  charts: ['charts-time', 'charts.spec.ts'],
  differences: ['differences', 'snapshots.spec.ts'],
}

/** The largest picture that a page of the docs may load, bytes. */
const maxPictureBytes = 200_000

const startedAt = Date.now()
await prepareTests()
ensureSystemPackages(['pngquant'])
await ensureBuild()
const files = process.argv.slice(2)
const [program, args] = inTestSession('playwright', 'test', ...files)
const code = run(program, args, { env: { CLAVIS_PICTURES: '1', CLAVIS_TEST_SESSION: '1' } })
if (code !== 0) process.exit(code)

mkdirSync(join(root, 'docs', 'pictures'), { recursive: true })
for (const [picture, [screen, spec]] of Object.entries(docPictures)) {
  const screenshot = join(root, 'e2e', 'screenshots', `${screen}-light-1600.png`)
  const isNew = existsSync(screenshot) && statSync(screenshot).mtimeMs >= startedAt
  if (isNew) shrink(screenshot, join(root, 'docs', 'pictures', `${picture}.png`))
  else if (files.length === 0)
    giveUp(`No spec showed the screen “${screen}”.`, `It was in ${spec}: name its screen in scripts/pictures.mjs.`)
}

/** Saves a picture with a palette, which makes a screenshot about three times smaller. */
function shrink(from, to) {
  if (run('pngquant', ['--force', '--strip', '--output', to, '256', from]) !== 0)
    giveUp(`pngquant could not read ${from}.`, 'See its output above.')
  const { size } = statSync(to)
  if (size > maxPictureBytes)
    giveUp(`${to} has ${size} bytes; ${maxPictureBytes} is the limit.`, 'Choose another screen.')
  say(`${to}: ${Math.round(size / 1000)} kB`)
}
