/** File formats for exported records. */
export const exportFormats = ['ndjson', 'json', 'csv', 'parquet'] as const

/**
 * How fields of nested objects become columns.
 * - `columns`: each has its own column, `owner.team`
 * - `json`: the object is one column with its JSON text
 */
export const nestedForms = ['columns', 'json'] as const

/** Separators between the cells of a CSV line. */
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const

/** Maximum number of columns of an exported table. */
export const maxSavedColumns = 2000
