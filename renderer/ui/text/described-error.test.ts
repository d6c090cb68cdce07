import { expect, it } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { describeError } from './described-error.ts'

it('describeError: keeps message, hint and code, and formats details', () => {
  const error = new ClavisError('token-refused', 'The service refused the client.', {
    hint: 'Check the client ID.',
    details: { status: 401, errorCode: 'invalid_client', candidates: ['a', 'b'] },
  })
  expect(describeError(error)).toEqual({
    message: 'The service refused the client.',
    hint: 'Check the client ID.',
    code: 'token-refused',
    details: [
      { label: 'Status', text: '401' },
      { label: 'Error code', text: 'invalid_client' },
      { label: 'Candidates', text: 'a, b' },
    ],
  })
})

it.each(['reason', 'path'])('describeError: omits a %s that the message names', (name) => {
  const details = { status: 401, [name]: '/data/clavis.db' }
  const error = new ClavisError('store-damaged', '/data/clavis.db is damaged.', { details })
  expect(describeError(error).details).toEqual([{ label: 'Status', text: '401' }])
  expect(describeError(new ClavisError('store-damaged', 'Damaged.', { details })).details).toHaveLength(2)
})

it('describeError: reports any other error as an internal error with its reason', () => {
  const described = describeError(new TypeError('x is undefined'))
  expect(described.code).toBe('internal-fault')
  expect(described.details).toEqual([{ label: 'Reason', text: 'x is undefined' }])
  expect(describeError('text').details).toEqual([])
})
