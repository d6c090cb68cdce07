import { ClavisError } from '#shared/errors.ts'
import { byte } from './json-bytes.ts'
import { JsonFault } from './json-reader.ts'

/** Describes why a list's page could not be read. Any error but a {@link JsonFault} is returned unchanged. */
export function pageFault(fault: unknown, body: Uint8Array): unknown {
  if (!(fault instanceof JsonFault)) return fault
  if (body.length === 0)
    return new ClavisError('response-not-json', 'The response is empty.', {
      hint: 'Try again. If it happens again, check the profile’s reporting address.',
      details: { size: 0 },
    })
  if (body.find((value) => value > byte.space) === '<'.charCodeAt(0))
    return new ClavisError('response-not-json', 'The response is HTML or XML, not JSON.', {
      hint: 'Check the profile’s reporting address. A proxy or sign-in page may have responded instead of the service.',
      details: { size: body.length },
    })
  if (fault.kind === 'truncated')
    return new ClavisError(
      'response-truncated',
      `The response is truncated: its JSON breaks off after ${body.length.toLocaleString()} bytes.`,
      {
        hint: 'Retry from this page. Everything before it is kept.',
        details: { size: body.length },
        cause: fault,
      },
    )
  return new ClavisError(
    'response-not-json',
    `The response is not valid JSON: error at byte ${fault.offset.toLocaleString()}.`,
    {
      hint: 'Try again. If it happens again, contact the service operator with this position.',
      details: { size: body.length, offset: fault.offset },
      cause: fault,
    },
  )
}

/** The error for a page that is not UTF-8, the only encoding of JSON between systems (RFC 8259, section 8.1). */
export function encodingFault(body: Uint8Array): ClavisError {
  return new ClavisError(
    'response-not-json',
    'The response is not UTF-8 text, as JSON requires (RFC 8259, section 8.1).',
    {
      hint: 'Contact the service operator. This page was not stored, because characters would be lost.',
      details: { size: body.length },
    },
  )
}
