// `npm run pictures [-- FILE…]`: runs the window specs and saves screenshots of every screen that they show to
// `e2e/screenshots/`, light and dark, 900 and 1600 pixels wide. Then refreshes the pictures in the docs, each of which has
// the name of its screen.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild, giveUp, root, run, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

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

const docs = join(root, 'docs', 'pictures')
for (const picture of readdirSync(docs)) {
  const screen = picture.replace('.png', '')
  const screenshot = join(root, 'e2e', 'screenshots', `${screen}-light-1600.png`)
  const isNew = existsSync(screenshot) && statSync(screenshot).mtimeMs >= startedAt
  if (isNew) shrink(screenshot, join(docs, picture))
  else if (files.length === 0)
    giveUp(
      `No spec showed the screen “${screen}”.`,
      `Rename docs/pictures/${picture} after a screen that a spec looks at.`,
    )
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
