import { expect, test } from 'vitest'
import { ClavisError } from '../../shared/model/error.ts'
import { afterFailure, type ComparisonState } from './comparison-state.ts'

const pair = {
  before: { kind: 'snapshot', snapshotId: '0b6f2b3e-0000-4000-8000-000000000001' },
  after: { kind: 'run', runId: '0b6f2b3e-0000-4000-8000-000000000002' },
  beforeName: 'one',
  afterName: 'This reading',
} as const
const unclear: ComparisonState = { kind: 'unclear', pair, candidates: ['code', 'ref'] }
const error = new ClavisError('input-invalid', 'Two records have one “code”.', { hint: 'Choose another member.' })

test('who chose an identifier that was refused is still asked for one, and told why', () => {
  const refused = afterFailure(unclear, 'code', error)
  expect(refused).toEqual({ ...unclear, refused: { idPath: 'code', error } })
  // The next choice takes the place of the one before.
  expect(afterFailure(refused, 'ref', error)).toEqual({ ...unclear, refused: { idPath: 'ref', error } })
})

test('where nobody was asked there is nothing to choose', () => {
  expect(afterFailure({ kind: 'none' }, undefined, error)).toEqual({ kind: 'none' })
})
