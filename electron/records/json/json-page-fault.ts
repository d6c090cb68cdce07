import { ClavisError } from '../../../shared/model/errors/error.ts'
import { JsonFault } from './json-reader.ts'
import { byte } from './json-bytes.ts'

/** Says in plain words why a list's page could not be read. Anything but a {@link JsonFault} is answered as it is. */
export function pageFault(fault: unknown, body: Uint8Array): unknown {
  if (!(fault instanceof JsonFault)) return fault
  if (body.length === 0)
    return new ClavisError('response-not-json', 'The page could not be read, because the answer was empty.', {
      hint: 'Try again. If it stays empty, check the profile’s reporting address.',
      details: { size: 0 },
    })
  if (body.find((value) => value > byte.space) === '<'.charCodeAt(0))
    return new ClavisError('response-not-json', 'The answer is a web page (HTML or XML), not JSON.', {
      hint: 'Check the profile’s reporting address; a proxy or a sign-in page may also have answered in its place.',
      details: { size: body.length },
    })
  if (fault.kind === 'truncated')
    return new ClavisError(
      'response-truncated',
      `The page broke off after ${body.length.toLocaleString()} bytes, in the middle of its JSON.`,
      {
        hint: 'Retry from this page; everything before it is kept.',
        details: { size: body.length },
        cause: fault,
      },
    )
  return new ClavisError(
    'response-not-json',
    `The page is not JSON: byte ${fault.offset.toLocaleString()} does not fit there.`,
    {
      hint: 'Try again. If it happens again, report it to the service’s operator with the byte’s place.',
      details: { size: body.length, offset: fault.offset },
      cause: fault,
    },
  )
}

/** The error for a page that is not UTF-8, the only encoding of JSON between systems (RFC 8259, section 8.1). */
export function encodingFault(body: Uint8Array): ClavisError {
  return new ClavisError(
    'response-not-json',
    'The page is not UTF-8 text, which JSON must be (RFC 8259, section 8.1).',
    {
      hint: 'Report it to the service’s operator. Nothing of this page was kept, because characters would be lost.',
      details: { size: body.length },
    },
  )
}
