import fc from 'fast-check'
import { calls } from '#shared/contract.ts'

/** Fixed, so that a failure can be repeated; fast-check prints it with the failing message. */
export const seed = 20_452

/** Field names in the contract's inputs. */
const members = [
  'profileId',
  'credentialId',
  'text',
  'address',
  'path',
  'list',
  'query',
  'limit',
  'jobId',
  'settings',
  'id',
]
const uuid = '4f3c2f0e-6c1f-4b39-9a63-0f6f0e9c9a11'
const long = 'x'.repeat(2000)

/** Calls of the contract, and unknown names. */
const plainName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(calls)) },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'tokens',
    'tokens.',
    'no.such.call',
    long,
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
)

/** Inputs of another shape than any call accepts. */
const plainInput = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(...members),
    fc.oneof(fc.jsonValue(), fc.constantFrom(uuid, '../../etc', long, -1, '')),
    {
      minKeys: 1,
    },
  ),
  fc.constantFrom(long, [long], { [long]: long }, { __proto__: null, profileId: uuid, more: 1 }, nested(500)),
)

/**
 * What can cross every bridge: JSON. There is always an input, so that no call without one is made by chance, and none
 * that a call accepts, such as a job's id alone.
 */
export const plainMessages: fc.Arbitrary<readonly [name: unknown, input: unknown]> = fc
  .tuple(
    plainName,
    plainInput.map((input) => input ?? 'null'),
  )
  .filter(([name, input]) => !isAccepted(name, input))

function isAccepted(name: unknown, input: unknown): boolean {
  const call = Object.entries(calls).find(([known]) => known === name)?.[1]
  return call?.input.safeParse(input).success === true
}

/**
 * What main could receive below the bridge, including values that throw when read. Name and input are created by
 * functions, because fast-check itself reads the values it generates.
 */
export const hostileMessages: fc.Arbitrary<readonly [name: () => unknown, input: () => unknown]> = fc.tuple(
  fc.oneof({ weight: 4, arbitrary: made(plainName) }, made(fc.anything({ withBigInt: true })), throwing()),
  fc.oneof(
    { weight: 4, arbitrary: made(plainInput.map((input) => input ?? 'null')) },
    made(fc.anything({ withBigInt: true, withMap: true, withSet: true }).map((input) => input ?? 'null')),
    throwing(),
  ),
)

function made(values: fc.Arbitrary<unknown>): fc.Arbitrary<() => unknown> {
  return values.map((value) => () => value)
}

/** Values that throw when they are read, enumerated or converted to text. */
function throwing(): fc.Arbitrary<() => unknown> {
  const refuse = (): never => {
    throw new TypeError('looked at')
  }
  return fc.constantFrom<(() => unknown)[]>(
    () => Symbol('name'),
    () => ({ toString: refuse, [Symbol.toPrimitive]: refuse }),
    () => Object.defineProperty({}, 'profileId', { enumerable: true, get: refuse }),
    () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse }),
    () => new Proxy(refuse, { apply: refuse, get: refuse }),
    () => Object.create(null) as unknown,
    () => {
      const circle: unknown[] = []
      circle.push(circle)
      return circle
    },
  )
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { profileId: value }
  return value
}
