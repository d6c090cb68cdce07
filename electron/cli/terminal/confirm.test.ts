import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { confirmByName } from './confirm.ts'

test.each(['Live', 'Acme’s $(touch x)', 'it`s "quoted"', "it's $HOME", 'back\\slash!'])(
  'confirmByName: quotes the suggested option for a shell, for %s',
  async (name) => {
    const question = { names: [name], message: 'Delete?', details: [], action: 'Delete' }
    const error: unknown = await confirmByName(undefined)(question).catch((refusal: unknown) => refusal)
    const hint = error instanceof ClavisError ? (error.hint ?? '') : ''
    const option = hint.slice(hint.indexOf('--confirm'))
    expect(execFileSync('sh', ['-c', `printf '%s|' ${option}`], { encoding: 'utf8' })).toBe(`--confirm|${name}|`)
  },
)
