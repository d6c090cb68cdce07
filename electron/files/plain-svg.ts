import { SaxesParser } from 'saxes'
import { ClavisError } from '#shared/errors.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Elements that only draw or describe (SVG 2); none runs, loads, links or styles anything. */
const elements = new Set('svg title desc defs g pattern rect line path circle polygon text tspan'.split(' '))

/** Attributes that only place, paint or describe. None takes a URL except for a paint in the same file. */
const attributes = new Set(
  (
    'xmlns version viewBox width height x y x1 x2 y1 y2 cx cy r rx ry d points id transform color role lang ' +
    'fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linejoin stroke-linecap opacity ' +
    'font-family font-size font-weight text-anchor dominant-baseline letter-spacing ' +
    'patternUnits patternTransform paint-order pointer-events aria-hidden aria-label focusable'
  ).split(' '),
)

/** A reference within the same file, or none. */
const harmlessValue = /^(?:url\(#[\w-]+\)|(?!.*(?:url\(|image\(|src\(|javascript:|\\)).*)$/isu

/**
 * Makes sure that a text is a plain SVG image: well-formed XML with only elements and attributes that draw or describe.
 * An allow list refuses scripts, foreign content, styles, links, entities and external references in any spelling.
 * @throws `input-invalid`
 */
export function requirePlainSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('error', (error) => refuse(`it is not well-formed XML (${error.message})`))
  parser.on('doctype', () => refuse('it has a document type declaration'))
  parser.on('processinginstruction', () => refuse('it has a processing instruction'))
  parser.on('opentag', ({ local, uri, attributes: given }) => {
    if (uri !== svgNamespace || !elements.has(local)) refuse(`it has the element “${local}”`)
    if (depth === 0 && local !== 'svg') refuse('its root is not “svg”')
    depth += 1
    for (const { name, value } of Object.values(given)) {
      if (!attributes.has(name)) refuse(`it has the attribute “${name}”`)
      if (name !== 'aria-label' && !harmlessValue.test(value))
        refuse(`its attribute “${name}” refers to something outside the file`)
    }
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
}

function refuse(reason: string): never {
  throw new ClavisError('input-invalid', `This is not a plain SVG image: ${reason}.`, {
    hint: 'Nothing was saved. Try again. If it happens again, report the steps that led here.',
  })
}
