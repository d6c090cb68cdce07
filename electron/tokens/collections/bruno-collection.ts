import { tokenVariable, type Collection, type CollectionRequest } from './collection-requests.ts'

/** A file of a Bruno collection, which is a folder. */
export interface CollectionFile {
  readonly fileName: string
  readonly content: string
}

/**
 * Writes a Bruno collection. Its script runs `clavis token` before a request and keeps the token in memory until it
 * expires. Bruno runs programs in its developer mode only.
 */
export function brunoCollection(collection: Collection): CollectionFile[] {
  return [
    { fileName: 'bruno.json', content: settings(collection) },
    { fileName: 'collection.bru', content: common(collection) },
    ...collection.requests.map((request, place) => ({
      fileName: `${request.name}.bru`,
      content: requestFile(request, place + 1),
    })),
  ]
}

/** Bruno before version 3 lets scripts load a module of Node only if it is named here. */
function settings({ name }: Collection): string {
  const content = { version: '1', name, type: 'collection', scripts: { moduleWhitelist: ['child_process'] } }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

function common({ addresses, tokenArguments }: Collection): string {
  return [
    ...block('headers', ['Accept: application/json']),
    ...(tokenArguments === undefined
      ? []
      : [...block('auth', ['mode: bearer']), ...block('auth:bearer', [`token: {{${tokenVariable}}}`])]),
    ...(addresses.length === 0
      ? []
      : block(
          'vars:pre-request',
          addresses.map(({ name, value }) => `${name}: ${value}`),
        )),
    ...(tokenArguments === undefined ? [] : block('script:pre-request', script(tokenArguments))),
  ].join('\n')
}

function script(tokenArguments: readonly string[]): string[] {
  return [
    '// Gets a token from Clavis and keeps it in memory until it expires.',
    "if (typeof bru.isSafeMode === 'function' && bru.isSafeMode())",
    "  throw new Error('Switch this collection to Developer Mode (bru run --sandbox=developer): its script runs clavis.')",
    "if (!(Date.parse(bru.getVar('clavisExpiresAt')) > Date.now() + 10000)) {",
    "  const { execFileSync } = require('child_process')",
    `  const answer = execFileSync('clavis', ${JSON.stringify(tokenArguments)}, { encoding: 'utf8' })`,
    '  const { accessToken, expiresAt } = JSON.parse(answer)',
    `  bru.setVar('${tokenVariable}', accessToken)`,
    "  bru.setVar('clavisExpiresAt', expiresAt)",
    '}',
  ]
}

function requestFile({ name, base, path, isList }: CollectionRequest, place: number): string {
  return [
    ...block('meta', [`name: ${name}`, 'type: http', `seq: ${place}`]),
    ...block('get', [`url: {{${base}}}/${path}`, 'body: none', 'auth: inherit']),
    ...(isList
      ? [
          // The tilde switches it off.
          ...block('headers', ['~next: ']),
          ...block('docs', ['For the page after this one, switch on the header next, with the “next” of this page.']),
        ]
      : []),
  ].join('\n')
}

function block(name: string, lines: readonly string[]): string[] {
  return [`${name} {`, ...lines.map((line) => `  ${line}`), '}', '']
}
