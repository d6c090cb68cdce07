import { shellWord } from '#shared/values/shell-word.ts'
import { tokenVariable, type Collection, type CollectionRequest } from './collection-requests.ts'

/**
 * Writes a Postman collection, format 2.1. Postman's scripts can't run programs: its script fails without a valid
 * token, and says how `clavis token` gives it one.
 */
export function postmanCollection(collection: Collection): string {
  const { name, addresses, requests, tokenArguments } = collection
  const content = {
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    ...(tokenArguments !== undefined && {
      auth: { type: 'bearer', bearer: [{ key: 'token', value: `{{${tokenVariable}}}`, type: 'string' }] },
      event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: script(tokenArguments) } }],
    }),
    variable: [
      ...addresses.map(({ name: key, value }) => ({ key, value })),
      ...(tokenArguments === undefined ? [] : [{ key: tokenVariable, value: '' }]),
    ],
    item: requests.map((request) => ({ name: request.name, request: requestOf(request) })),
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

function script(tokenArguments: readonly string[]): string[] {
  const command = ['clavis', ...tokenArguments.map(plainWord)].join(' ')
  // Newman takes variables from an array of objects, here one.
  const how = `Postman can’t run clavis. In a shell: (echo '['; ${command}; echo ']') | newman run FILE -d /dev/stdin. In the app: paste the accessToken that ${command} prints into the variable ${tokenVariable}.`
  return [
    '// What newman -d passes on is what clavis printed.',
    "const given = pm.iterationData.get('accessToken')",
    `if (given) pm.variables.set('${tokenVariable}', given)`,
    `const token = pm.variables.get('${tokenVariable}')`,
    `const how = ${JSON.stringify(how)}`,
    'if (!token) throw new Error(`There is no token. ${how}`)',
    "const expires = expiryOf(token) ?? Date.parse(pm.iterationData.get('expiresAt'))",
    'if (expires <= Date.now()) throw new Error(`The token has expired. ${how}`)',
    '',
    'function expiryOf(text) {',
    '  try {',
    "    const { exp } = JSON.parse(atob(text.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))",
    "    return typeof exp === 'number' ? exp * 1000 : undefined",
    '  } catch {',
    '    return undefined // not a JWT',
    '  }',
    '}',
  ]
}

/** Quotes a word of the command, unless every shell takes it as it is. */
function plainWord(word: string): string {
  return /^[\w-]+$/u.test(word) ? word : shellWord(word)
}

function requestOf({ base, path, isList }: CollectionRequest): object {
  return {
    method: 'GET',
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(isList ? [{ key: 'next', value: '', disabled: true }] : []),
    ],
    ...(isList
      ? { description: 'For the page after this one, switch on the header next, with the “next” of this page.' }
      : {}),
    url: `{{${base}}}/${path}`,
  }
}
