import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openHome, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { walkMainScreens } from '../../fixtures/window/main-screens.ts'

const typeSizes = ['12px', '13px', '14px', '16px', '20px']

/** Runs in the page. Returns the texts of each size. */
function textsBySize(): Record<string, string[]> {
  const bySize: Record<string, string[]> = {}
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data.trim())
    if (own.join('') === '' || element.getClientRects().length === 0) continue
    const { fontSize } = getComputedStyle(element)
    ;(bySize[fontSize] ??= []).push(`${element.tagName}: ${own.join(' ').slice(0, 40)}`)
  }
  return bySize
}

/**
 * Runs in the page. Returns the elements in view that take clicks on less than 24 by 24 pixels. A link inside a sentence
 * is as high as its line (WCAG 2.5.8), and a bar of a chart as wide as its value.
 */
function smallTargets(): string[] {
  const targets = 'a[href], button, input, select, textarea, [role="treeitem"], [role="option"], [role="tab"]'
  return [...document.body.querySelectorAll<HTMLElement>(targets)].flatMap((target) => {
    const { left, top, width, height } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const onTop = document.elementFromPoint(x, y)
    if (width <= 1 || onTop === null || !(target === onTop || target.contains(onTop))) return []
    if (Math.min(width, height) > 23.9 || target.matches('p a, p button')) return []
    const reach = 11.5
    const hits = [
      [x - reach, y],
      [x + reach, y],
      [x, y - reach],
      [x, y + reach],
    ].every(([toX = 0, toY = 0]) => {
      const at = document.elementFromPoint(toX, toY)
      return at === target || (at !== null && target.contains(at))
    })
    const name = target.getAttribute('aria-label') ?? target.textContent
    return hits ? [] : [`${target.tagName} ${name.slice(0, 40)} ${Math.round(width)} × ${Math.round(height)}`]
  })
}

/** Runs in the page. Returns the elements in a color of Production. */
function inColorOfProduction(): string[] {
  const probe = document.body.appendChild(document.createElement('i'))
  const colors = ['', '-tint', '-line', '-solid'].map((kind) => {
    probe.style.color = `var(--clavis-production${kind})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const { color, backgroundColor, borderTopColor, borderLeftColor, fill, stroke } = getComputedStyle(element)
    const used = [color, backgroundColor, borderTopColor, borderLeftColor, fill, stroke]
    const isColored = used.some((each) => colors.includes(each))
    return isColored ? [`${element.tagName} ${element.textContent.slice(0, 40)}`] : []
  })
}

test('Look: every screen has the same five sizes of type, targets of 24 pixels, and no color of Production for practice', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await walkMainScreens(page, async (name) => {
    const bySize = await page.evaluate(textsBySize)
    expect(Object.keys(bySize).length, name).toBeGreaterThan(2)
    expect(Object.fromEntries(Object.entries(bySize).filter(([size]) => !typeSizes.includes(size))), name).toEqual({})
    expect(await page.evaluate(smallTargets), name).toEqual([])
    // Every profile here is of the practice service.
    expect(await page.evaluate(inColorOfProduction), name).toEqual([])
  })
})

/** Returns the baseline of an element's first text, in pixels from the top of the window. */
function baselineOf(place: Locator): Promise<number> {
  return place.first().evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    const canvas = document.createElement('canvas').getContext('2d')
    if (text === null || canvas === null) throw new Error('The element has no text.')
    const range = document.createRange()
    range.selectNodeContents(text)
    const { top, height } = range.getBoundingClientRect()
    canvas.font = getComputedStyle(element).font
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = canvas.measureText('x')
    return top + (height * above) / (above + below)
  })
}

/** Returns the right edge of a place, in pixels. */
async function edgeOf(place: Locator): Promise<number> {
  const box = await place.first().boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}

test('Look: in a wide window title, links and actions are on one baseline, and all content ends at one edge', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await page.setViewportSize({ width: 1600, height: 500 })
  const main = page.getByRole('main')
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Overview')
  await expect(page.getByRole('region', { name: 'Set-up' })).toBeVisible()
  const title = await baselineOf(main.locator('h1'))
  for (const place of [main.getByRole('link', { name: 'Overview' }), main.getByRole('button', { name: 'Edit' })])
    expect(Math.abs((await baselineOf(place)) - title)).toBeLessThan(1)

  const right = await edgeOf(main.getByRole('button', { name: /^More actions/u }))
  expect(await edgeOf(page.getByRole('region', { name: 'Set-up' }))).toBeCloseTo(right, 0)
  await openPage(page, 'Credentials')
  await expect(page.getByRole('article').first()).toBeVisible()
  // This page scrolls.
  await page.getByRole('button', { name: 'Details' }).click()
  expect(await edgeOf(page.getByRole('article'))).toBeCloseTo(right, 0)
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: /^rep-/u }).first()).toBeVisible()
  // Its frame is a pixel wider.
  expect(Math.abs((await edgeOf(page.getByRole('grid', { name: 'Records' }))) - right)).toBeLessThan(1.5)
  await openHome(page)
  expect(await edgeOf(page.getByRole('table', { name: 'Profiles' }))).toBeCloseTo(right, 0)
  await openHome(page, 'Replacements')
  expect(await edgeOf(page.getByRole('region', { name: 'Active certificates' }))).toBeCloseTo(right, 0)
})
