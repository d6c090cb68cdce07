import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const declarations = join(root, 'node_modules', 'electron', 'electron.d.ts')

/** The files that may import Electron (docs/architecture.md). */
const files = globSync(['electron/{main,preload}.ts', 'electron/{window,ipc,expiry}/**/*.ts'], { cwd: root })
  .filter((file) => !/[.]test[.]ts$|[\\/]testing[\\/]/u.test(file))
  .map((file) => join(root, file))

/** What has members but no calls: parts of Node, and values that are passed. */
const ignored = /^(?:Process|ProcessVersions|CustomScheme)$|(?:Details|Params|ReturnValue)$/u

/** Lists the members, events and constructors of Electron that the app uses, by the names of electron.d.ts. */
function usedCalls(): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  // Nothing else is read: the app's other files do not know Electron.
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const file = text === 'electron' ? declarations : resolve(dirname(from), text)
      if (file !== declarations && !files.includes(file)) return { resolvedModule: undefined }
      return {
        resolvedModule: {
          resolvedFileName: file,
          extension: file === declarations ? ts.Extension.Dts : ts.Extension.Ts,
        },
      }
    })
  const program = ts.createProgram(files, options, host)
  const checker = program.getTypeChecker()
  const isElectron = (declaration: ts.Declaration): boolean =>
    resolve(declaration.getSourceFile().fileName) === declarations
  const used = new Set<string>()

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) {
      const parent = checker.getSymbolAtLocation(node.name)?.declarations?.find(isElectron)?.parent
      if (parent !== undefined && (ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent)))
        used.add(`${parent.name?.text ?? ''}.${memberName(node)}`)
    } else if (ts.isNewExpression(node)) {
      const { symbol } = checker.getTypeAtLocation(node) as { symbol?: ts.Symbol }
      if (symbol?.declarations?.some(isElectron) === true) used.add(`${symbol.name}.new`)
    }
    ts.forEachChild(node, visit)
  }
  for (const source of program.getSourceFiles()) if (files.includes(resolve(source.fileName))) visit(source)
  return [...used].filter((name) => !ignored.test(name.split('.')[0] ?? ''))
}

/** A member's name; of a listener, with its event. */
function memberName(node: ts.PropertyAccessExpression): string {
  const { text } = node.name
  const call = node.parent
  const event = ts.isCallExpression(call) && call.expression === node ? call.arguments[0] : undefined
  // The channels of the preload's listeners are the app's own.
  if (event === undefined || !ts.isStringLiteral(event)) return text
  return ['on', 'once', 'off'].includes(text) ? `on(${event.text})` : text
}

/** The names in the table of docs/electron.md. */
function documentedCalls(): string[] {
  const rows = readFileSync(join(root, 'docs', 'electron.md'), 'utf8').matchAll(
    /^\| (?<container>\w+) \| (?<members>`.+`) \| \d+ \|$/gmu,
  )
  return [...rows].flatMap(({ groups }) =>
    (groups?.['members'] ?? '')
      .split(', ')
      .map((member) => `${groups?.['container'] ?? ''}.${member.replaceAll('`', '')}`),
  )
}

test('docs/electron.md: lists every call of Electron that the app makes, and no other', () => {
  expect(files.map((file) => relative(root, file).replaceAll('\\', '/'))).toContain('electron/main.ts')
  expect(documentedCalls().sort()).toEqual(usedCalls().sort())
})
