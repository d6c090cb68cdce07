import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Fragment, jsx, jsxs } from './visible-jsx.ts'

const hostile = 'a\u202Eb\u001B'
const shown = String.raw`a\u202Eb\u001B`
const markup = (node: ReactElement): string => renderToStaticMarkup(node)

test('visible-jsx: makes each text of an element visible: alone, among others, in arrays and fragments', () => {
  expect(markup(jsx('p', { children: hostile }))).toBe(`<p>${shown}</p>`)
  expect(markup(jsxs('p', { children: ['x', hostile, jsx('b', { children: [[hostile]] })] }))).toBe(
    `<p>x${shown}<b>${shown}</b></p>`,
  )
  expect(markup(jsx('p', { children: jsx(Fragment, { children: hostile }) }))).toBe(`<p>${shown}</p>`)
  expect(markup(jsx('p', { title: hostile, 'aria-label': hostile }))).toBe(
    `<p title="${shown}" aria-label="${shown}"></p>`,
  )
})

test('visible-jsx: keeps the characters of field values and of component props', () => {
  expect(markup(jsx('input', { readOnly: true, value: hostile }))).toContain(`value="${hostile}"`)
  let given = ''
  const Shows = ({ children }: { readonly children: string }): ReactElement => {
    given = children
    return jsx('p', { children })
  }
  expect(markup(jsx(Shows, { children: hostile }))).toBe(`<p>${shown}</p>`)
  expect(given).toBe(hostile)
})

test('visible-jsx: passes text without hidden characters on unchanged', () => {
  const props = { children: ['שלום', createElement('br')], title: 'a' }
  expect(jsx('p', props).props).toEqual(props)
})

test('visible-jsx: a style sheet that a component passes as HTML becomes text, unchanged', () => {
  const css = 'a > b { content: "\u200B" }'
  const { props } = jsx('style', { nonce: 'n', dangerouslySetInnerHTML: { __html: css } })
  expect(props).toEqual({ nonce: 'n', children: css })
})
