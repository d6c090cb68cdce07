export const maxViews = 50

/** Maximum length of a saved view's name, characters. */
export const maxViewNameLength = 80

/** Maximum number of rows that are copied at once: more are better exported. */
export const maxCopiedRows = 10_000

/** Maximum length of a filter line that is stored, characters. */
export const maxStoredFilterLength = 10_000
