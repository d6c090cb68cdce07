import { expect, test } from 'vitest'
import { suggestedAudience, suggestedScopes } from './suggested-values.ts'

const own = 'acme:uri:prod:payments'

test.each([
  [
    'the environment that the service names',
    'The environment is “sandbox”, but “prod” was sent.',
    'acme:uri:sandbox:payments',
  ],
  ['the whole audience that it names', `Use acme:uri:sandbox:reporting, not ${own}.`, 'acme:uri:sandbox:reporting'],
  ['the documented environment if it names none', 'invalid audience', 'acme:uri:sandbox:payments'],
  ['not the name of the parameter', 'The “resource” is not known.', 'acme:uri:sandbox:payments'],
])('suggestedAudience: %s', (_what, reason, expected) => {
  expect(suggestedAudience(own, 'client-testing', reason)).toBe(expected)
})

test.each([
  ['the audience fits its environment and the service names no other', own, 'invalid audience'],
  ['only the own audience is named', own, `${own} is not allowed.`],
  ['the audience has another form', 'acme', 'The environment is “sandbox”.'],
  ['a pattern is no audience', 'acme', 'It must be acme:uri:<environment>:payments.'],
])('suggestedAudience: nothing if %s', (_what, audience, reason) => {
  expect(suggestedAudience(audience, 'production', reason)).toBeUndefined()
})

test('suggestedScopes: leaves out what the service refuses, and commas; nothing if the scopes would stay', () => {
  expect(suggestedScopes('a b', 'The scope “b” is unknown.')).toBe('a')
  expect(suggestedScopes('a,b', 'invalid')).toBe('a b')
  expect(suggestedScopes('a b', 'The scope “c” is unknown.')).toBeUndefined()
})
