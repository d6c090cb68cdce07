import { expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { withServiceWords } from './load-failure.ts'

const message = 'The service sent an error instead of a page of the list.'

function received(page: unknown): ClavisError {
  return new ClavisError('list-error-received', message, { hint: 'Retry.', details: { reason: JSON.stringify(page) } })
}

const withoutToken = (text: string): string => text.replaceAll('t0ken', '…')

test.each([
  [
    'titles and details',
    { errors: [{ title: 'Denied', detail: 'Bad t0ken' }, { detail: 'Later' }] },
    'Denied: Bad …; Later',
  ],
  ['no titles', { errors: [{ detail: 'Bad t0ken' }] }, 'Bad …'],
  ['a single error', { error: { message: 'Bad t0ken' } }, 'Bad …'],
])('withServiceWords: quotes %s without the token', (_, page, reason) => {
  expect(withServiceWords(received(page), withoutToken)).toMatchObject({
    message: `${message} It says: ${reason}${reason.endsWith('…') ? '' : '.'}`,
    hint: 'Retry.',
    details: { reason },
  })
})

test('withServiceWords: quotes nothing if an error has no words', () => {
  const error = withServiceWords(received({ errors: [] }), withoutToken)
  expect(error).toMatchObject({ code: 'list-error-received', message, details: undefined })
})

test('withServiceWords: quotes nothing if the token cannot be removed', () => {
  const error = withServiceWords(received({ errors: [{ title: 'Bad t0ken' }] }))
  expect(error).toMatchObject({ code: 'list-error-received', message, hint: 'Retry.', details: undefined })
})

test('withServiceWords: leaves other failures as they are', () => {
  const other = new ClavisError('response-not-json', 'No JSON.', { details: { reason: 'as it is' } })
  expect(withServiceWords(other)).toBe(other)
})
