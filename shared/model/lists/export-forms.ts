/** File formats that records can be saved as. */
export const exportFormats = ['ndjson', 'json', 'csv', 'parquet'] as const

/**
 * How members of nested objects become columns.
 * - `columns`: each has a column of its own, `owner.team`
 * - `json`: the object stands in one column as its JSON text
 */
export const nestedForms = ['columns', 'json'] as const

/** What stands between the cells of a CSV line. */
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const

/** Most columns that a table is saved with. */
export const mostSavedColumns = 2000
