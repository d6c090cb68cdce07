import rules from './.dependency-cruiser.mjs'

const { exclude, ...options } = rules.options

/**
 * Folders import each other in one direction only. Apart from the other rules because tests and their helpers,
 * which stand beside what they test and import from anywhere, must be left out of the whole run.
 */
export default {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${exclude.path}|[.]test[.]tsx?$|/testing/` } },
}
