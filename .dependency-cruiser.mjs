/** Import rules: which folder may import which (docs/architecture.md). */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circles-between-page-folders',
      comment: 'What several parts of the page share belongs below them: in `ui`, `platform` or a `model` folder.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^renderer/' },
      to: { path: '^renderer/', circular: true },
    },
    {
      name: 'platform-imports-no-feature',
      severity: 'error',
      from: { path: '^renderer/platform/' },
      to: { path: '^renderer/(?!platform/)' },
    },
    {
      name: 'no-feature-imports-the-shell',
      severity: 'error',
      from: { path: '^renderer/(?!shell/|main[.]tsx$)' },
      to: { path: '^renderer/shell/' },
    },
    {
      name: 'ui-imports-no-feature',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: { path: '^renderer/(?!ui/|platform/)' },
    },
    {
      name: 'no-unresolvable',
      comment: 'What the peers of the benchmarks are made of is installed by `npm run bench` only.',
      severity: 'error',
      from: { pathNot: '^e2e/bench/(window/peer-app/page/|records/engine-peers[.]ts$)' },
      to: { couldNotResolve: true, pathNot: '^electron$' },
    },
    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^(shared/|node_modules/zod/)' },
    },
    {
      name: 'page-never-imports-main',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(electron|e2e)/' },
    },
    {
      name: 'page-imports-types-of-the-contract',
      comment:
        'Main checks calls, results and events. Building the schemas takes longer than drawing the first screen.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^shared/(contract|call-shapes|events)[.]ts$|-calls[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'main-never-imports-page',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^(renderer|e2e)/' },
    },
    {
      name: 'electron-module-only-at-the-edge',
      comment: 'Everything else runs in plain Node, in tests and on the command line.',
      severity: 'error',
      from: {
        path: '^(electron|shared|renderer)/',
        pathNot: '^electron/(main[.]ts|preload[.]ts|window/|ipc/|expiry/)',
      },
      to: { path: '^(node_modules/electron/|electron$)', dependencyTypesNot: ['local'] },
    },
    {
      name: 'record-engine-has-one-entry-point',
      comment: 'The engine’s interface is one file, so that the engine can be measured, changed or replaced.',
      severity: 'error',
      from: { path: '^(electron|e2e)/', pathNot: '^electron/records/|[.]test[.]ts$|/testing/' },
      to: { path: '^electron/records/', pathNot: '^electron/records/record-store[.]ts$' },
    },
    {
      name: 'practice-stands-alone',
      comment: 'The practice service checks the client: sharing its code would let one mistake cancel another.',
      severity: 'error',
      from: { path: '^electron/practice/[^/]+/', pathNot: '[.]test[.]ts$|^electron/practice/testing/' },
      to: { path: '^electron/(?!practice/[^/]+/)' },
    },
    {
      name: 'only-keychain-imports-keytar',
      severity: 'error',
      from: { path: '^(electron|e2e)/', pathNot: '^electron/keychain/' },
      to: { path: '^node_modules/keytar/' },
    },
    {
      name: 'only-store-imports-sqlite',
      comment: 'Only there do changes get their locks, durability and errors (decision 071).',
      severity: 'error',
      from: {
        path: '^(electron|e2e)/',
        pathNot: '^electron/store/|[.]test[.]ts$|/testing/|^e2e/(specs|fixtures|bench)/',
      },
      to: { path: '^(node:)?sqlite$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-http-opens-connections',
      comment:
        'Only there does every connection get its TLS settings (decision 058). A local address opens none: it listens.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/(http|practice|local-address)/|[.]test[.]ts$|/testing/' },
      to: { path: '^(node:)?(http2?|https|tls)$|^node_modules/undici/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(electron|renderer|shared)/', pathNot: '[.]test[.]tsx?$|/testing/' },
      to: { path: '[.]test[.]tsx?$|/testing/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^out/|/dist/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
