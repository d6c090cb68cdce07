import { SaxesParser } from 'saxes'
import { ClavisError } from '../../shared/model/errors/error.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Elements that only draw or describe (SVG 2). Whatever runs, loads, links or styles is not among them. */
const elements = new Set('svg title desc defs g pattern rect line path circle polygon text tspan'.split(' '))

/** Attributes that only place, paint or describe. None of them takes an address but for a paint on the same page. */
const attributes = new Set(
  (
    'xmlns version viewBox width height x y x1 x2 y1 y2 cx cy r rx ry d points id transform color role lang ' +
    'fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linejoin stroke-linecap opacity ' +
    'font-family font-size font-weight text-anchor dominant-baseline letter-spacing ' +
    'patternUnits patternTransform paint-order pointer-events aria-hidden aria-label focusable'
  ).split(' '),
)

/** A reference to something in the same file, or no reference at all. */
const harmlessValue = /^(?:url\(#[\w-]+\)|(?!.*(?:url\(|image\(|src\(|javascript:|\\)).*)$/isu

/**
 * Makes sure that a text is an SVG picture and nothing more: well-formed XML with the elements and attributes that draw
 * and describe. Scripts, foreign content, styles, links, entities and references to the outside are refused, whatever
 * their spelling, since what is not known to be harmless is not let through.
 * @throws `input-invalid`
 */
export function requirePlainSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('error', (error) => refuse(`it is not well-formed XML (${error.message})`))
  parser.on('doctype', () => refuse('it has a document type'))
  parser.on('processinginstruction', () => refuse('it has a processing instruction'))
  parser.on('opentag', ({ local, uri, attributes: given }) => {
    if (uri !== svgNamespace || !elements.has(local)) refuse(`it has the element “${local}”`)
    if (depth === 0 && local !== 'svg') refuse('its root is not “svg”')
    depth += 1
    for (const { name, value } of Object.values(given)) {
      if (!attributes.has(name)) refuse(`it has the attribute “${name}”`)
      if (name !== 'aria-label' && !harmlessValue.test(value))
        refuse(`its attribute “${name}” refers to something outside`)
    }
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
}

function refuse(reason: string): never {
  throw new ClavisError('input-invalid', `This is no plain SVG picture: ${reason}.`, {
    hint: 'Nothing was saved. If it happens again, report it with the steps that led here.',
  })
}
