// `npm run icons`: draws the icons of all systems from `clavis.svg`, with the Chromium that the tests use. They are stored with
// the sources, so that packaging needs no browser; a test finds out if they are older than the drawing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { icnsFile, icnsTypes, icoFile, icoSizes, linuxSizes, type IconImage } from './icon-formats.ts'

const folder = import.meta.dirname
const svg = readFileSync(join(folder, 'clavis.svg'), 'utf8')

/** macOS draws a shadow and leaves a margin of about a tenth around the plate of an icon. */
const withMargin = svg.replace('viewBox="0 0 32 32"', 'viewBox="-3.9 -3.9 39.8 39.8"')

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
const page = await browser.newPage()

async function draw(image: string, sizes: readonly number[]): Promise<IconImage[]> {
  const images: IconImage[] = []
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>* { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${image}`,
    )
    images.push({ size, png: await page.screenshot({ omitBackground: true }) })
  }
  return images
}

writeFileSync(join(folder, 'clavis.ico'), icoFile(await draw(svg, icoSizes)))
writeFileSync(join(folder, 'clavis.icns'), icnsFile(await draw(withMargin, Object.keys(icnsTypes).map(Number))))
mkdirSync(join(folder, 'linux'), { recursive: true })
for (const { size, png } of await draw(svg, linuxSizes))
  writeFileSync(join(folder, 'linux', `${size}x${size}.png`), png)
writeFileSync(join(folder, 'clavis.svg.sha256'), `${createHash('sha256').update(svg).digest('hex')}\n`)
await browser.close()
