import { expect, test } from 'vitest'

const listed = Object.values(
  import.meta.glob<string>('./mantine-styles.ts', { query: '?raw', import: 'default', eager: true }),
).join('')
const sources = Object.values(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
const styles = Object.keys(import.meta.glob('../../node_modules/@mantine/core/styles/*.layer.css', { query: '?url' }))

test('Mantine styles: each component that a page uses has its styles', () => {
  const used = new Set(
    sources
      .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/gu)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  )
  const styled = [...used].filter((name) => styles.some((path) => path.endsWith(`/${name}.layer.css`)))
  expect(styled.length).toBeGreaterThan(20)
  expect(styled.filter((name) => !listed.includes(`/${name}.layer.css'`))).toEqual([])
})
