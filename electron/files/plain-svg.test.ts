import { expect, it } from 'vitest'
import { requirePlainSvg } from './plain-picture.ts'

const start = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">'
const svg = (content: string): string => `${start}${content}</svg>`

it.each([
  svg(''),
  svg('<title>A &amp; B &#x2014; C</title><desc>Words</desc>'),
  svg('<defs><pattern id="a" width="1" height="1"><path d="M0 0v6"/></pattern></defs><rect fill="url(#a)"/>'),
  svg(
    '<g transform="translate(1 2)" role="img" aria-label="a name like url(https://example.com) \\ or so"><text x="1">javascript</text></g>',
  ),
  `<?xml version="1.0" encoding="UTF-8"?>${svg('<!-- words -->')}`,
])('requirePlainSvg: takes a picture that only draws: %s', (text) => {
  expect(() => requirePlainSvg(text)).not.toThrow()
})

it.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script under a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
  ['HTML', svg('<body xmlns="http://www.w3.org/1999/xhtml"/>')],
  ['foreign content', svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>')],
  ['a style sheet', svg('<style>@import url(https://example.com/a.css);</style>')],
  ['a style attribute', svg('<rect style="fill:url(https://example.com/a)"/>')],
  ['an event handler', svg('<rect onclick="alert(1)"/>')],
  ['an event handler in capitals', svg('<rect ONCLICK="alert(1)"/>')],
  ['a link', svg('<a href="https://example.com"><text>x</text></a>')],
  ['an image', svg('<image href="https://example.com/a.png"/>')],
  ['a use', svg('<use href="#a"/>')],
  ['an animation', svg('<rect><set attributeName="href" to="javascript:alert(1)"/></rect>')],
  ['a paint from elsewhere', svg('<rect fill="url(https://example.com/a.svg#b)"/>')],
  ['a paint from elsewhere, escaped', svg('<rect fill="&#x75;rl(//example.com/a)"/>')],
  ['a paint from elsewhere, escaped as in CSS', svg('<rect fill="\\75 rl(//example.com/a)"/>')],
  ['a second paint', svg('<rect fill="url(#a) url(https://example.com/a)"/>')],
  ['a link under a prefix', svg('<rect xmlns:x="http://www.w3.org/1999/xlink" x:href="https://example.com"/>')],
  ['a document type', `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg('&e;')}`],
  ['a style sheet instruction', `<?xml-stylesheet href="https://example.com/a.css"?>${svg('')}`],
  ['an unknown entity', svg('&nbsp;')],
  ['an open element', `${start}<g></svg>`],
  ['no element', 'words'],
  ['nothing', ''],
  ['another root', '<g xmlns="http://www.w3.org/2000/svg"/>'],
  ['no namespace', '<svg width="1"/>'],
  ['two roots', `${svg('')}${svg('')}`],
  ['a character that XML has no place for', svg('<title>\u0001</title>')],
])('requirePlainSvg: refuses %s', (_what, text) => {
  expect(() => requirePlainSvg(text)).toThrow(expect.objectContaining({ code: 'input-invalid' }))
})
