import { expect, test } from 'vitest'
import { seriesColors } from './chart-palette.ts'

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(seriesColors.series)('seriesColors: %s has a contrast of 3:1 in the light and the dark theme', (color) => {
  for (const surface of ['#ffffff', '#15181c']) {
    const [dark = 0, light = 0] = [luminance(color), luminance(surface)].toSorted((one, other) => one - other)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3)
  }
})
