import fc from 'fast-check'

const whitespace = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\t')

/** Numbers whose digits a double loses, or that no double represents. */
const number = fc.oneof(
  fc.constantFrom('-0', '0', '0.10', '1e400', '-1E-400', '9007199254740993', '18446744073709551616', '1.0e+2', '0e0'),
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/u),
)

const string = fc.oneof(
  fc.constantFrom(
    '""',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\"]},{["',
    '"\\\\"',
    '"\\/"',
    '"=1+1"',
    '"2024-05-06T07:08:09+02:00"',
    '"\u2028\ufeff"',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text.toWellFormed())),
)

const name = fc.oneof(
  fc.constantFrom(
    '"__proto__"',
    '"constructor"',
    '"a.b"',
    '"a\\\\b"',
    '"\\u0061"',
    '"a"',
    '"next"',
    '""',
    '"toString"',
  ),
  string,
)

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    string,
    fc.constantFrom('true', 'false', 'null'),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), whitespace)
    .map(([values, blank]) => `[${blank}${values.join(`${blank},`)}${blank}]`),
  // JSON allows repeated names.
  object: fc
    .tuple(fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }), whitespace)
    .map(
      ([members, blank]) =>
        `{${blank}${members.map(([key, member]) => `${key}${blank}:${blank}${member}`).join(`${blank},`)}${blank}}`,
    ),
}))

/** The text of a JSON value of any kind, with what tends to get lost: digits, duplicates, escapes, white space. */
export const jsonText = value

/** The text of a JSON number. */
export const jsonNumberText = number

/** A record: usually an object. */
export const recordText = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.tuple(name, value), { maxLength: 6 }).map(objectOf) },
  { weight: 1, arbitrary: value },
)

function objectOf(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, member]) => `${key}:${member}`).join(',')}}`
}
