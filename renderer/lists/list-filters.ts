import type { ColumnFilter } from '../../shared/model/list-filter.ts'

/**
 * The filters with further ones. One takes the place of an earlier one of the same kind on the same column: whoever
 * clicks one value after another wants the last, not what both have in common.
 */
export function withFilters(filters: readonly ColumnFilter[], added: readonly ColumnFilter[]): ColumnFilter[] {
  const replaced = (filter: ColumnFilter): boolean =>
    added.some(
      ({ path, excludes, condition }) =>
        path === filter.path && excludes === filter.excludes && condition.kind === filter.condition.kind,
    )
  return [...filters.filter((filter) => !replaced(filter)), ...added]
}

/** Whether two filters keep the same records because they say the same. */
export function isSameFilter(one: ColumnFilter, other: ColumnFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A filter in words, such as `status is Errored`. */
export function filterWords({ path, excludes, condition }: ColumnFilter): string {
  const name = path === '' ? '(value)' : path
  switch (condition.kind) {
    case 'contains':
      return `${name} ${excludes ? 'does not contain' : 'contains'} ${condition.text}`
    case 'equals':
      return `${name} ${excludes ? 'is not' : 'is'} ${condition.text}`
    case 'one-of':
      return `${name} is ${excludes ? 'none of' : 'one of'} ${condition.texts.join(', ')}`
    case 'empty':
      return `${name} is ${excludes ? 'filled' : 'empty'}`
    case 'range': {
      const { from, to } = condition
      const bounds = [
        ...(from === undefined ? [] : [`${from.inclusive ? 'from' : 'above'} ${from.value}`]),
        ...(to === undefined ? [] : [`${to.inclusive ? 'up to' : 'below'} ${to.value}`]),
      ]
      return `${name} ${excludes ? 'not ' : ''}${bounds.join(', ')}`
    }
  }
}
