import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { splitPath } from '../../../shared/model/lists/columns/column-path.ts'

/** What column names call one record of each list. */
const nouns: Readonly<Record<ListName, readonly string[]>> = {
  reports: ['report'],
  'report-configs': ['reportconfiguration', 'reportconfig', 'configuration', 'config'],
  'reporting-groups': ['reportinggroup', 'group'],
}

/** Column names that identify the record they are in. */
const ownNames: readonly string[] = ['id', 'uuid', 'guid', 'key', 'ref', 'number', 'code']

/**
 * Returns whether two columns of two lists may hold the same identifier, judging by their names: both have the same
 * name (`reportConfigurationId`, `report_configuration_id`), or one names the other list's record and `id`
 * (`reportConfigurationId` of a report, `id` of a configuration).
 */
export function namesFit(path: string, list: ListName, otherPath: string, otherList: ListName): boolean {
  const [name, otherName] = [plainName(path), plainName(otherPath)]
  // Each list has its own `id`.
  if (name === otherName) return !ownNames.includes(name)
  return isReference(name, otherName, otherList) || isReference(otherName, name, list)
}

/** Returns whether a name refers to a list's record by the name that the list uses for its own identifier. */
function isReference(name: string, ownName: string, list: ListName): boolean {
  return ownNames.includes(ownName) && nouns[list].some((noun) => name === noun || name === noun + ownName)
}

/** Returns the last name of a path in lower case, without separators. */
function plainName(path: string): string {
  const names = splitPath(path)
  const last = simple(names.at(-1) ?? '')
  // Treats `configuration.id` like `configurationId`.
  const holder = names.at(-2)
  return ownNames.includes(last) && holder !== undefined ? simple(holder) + last : last
}

function simple(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  // An array of identifiers has a plural name.
  return plain.endsWith('ids') ? plain.slice(0, -1) : plain
}
