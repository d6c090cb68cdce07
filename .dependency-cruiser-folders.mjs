import rules from './.dependency-cruiser.mjs'

const { exclude, ...options } = rules.options

/**
 * Folders import each other in one direction only. Separate from the other rules, because tests and their helpers,
 * which are next to what they test and import from anywhere, must be excluded from this check.
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
