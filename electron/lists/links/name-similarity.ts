import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { splitPath } from '../../../shared/model/lists/column-path.ts'

/** The words for one record of each list, as they stand in names of columns. */
const nouns: Readonly<Record<ListName, readonly string[]>> = {
  reports: ['report'],
  'report-configs': ['reportconfiguration', 'reportconfig', 'configuration', 'config'],
  'reporting-groups': ['reportinggroup', 'group'],
}

/** Names of columns that identify the record they are in. */
const ownNames: readonly string[] = ['id', 'uuid', 'guid', 'key', 'ref', 'number', 'code']

/**
 * Whether two columns of two lists may hold the same identifier by their names: they are called alike
 * (`reportConfigurationId`, `report_configuration_id`), or one is called the other list's record and `id`
 * (`reportConfigurationId` of a report, `id` of a configuration).
 */
export function namesFit(path: string, list: ListName, otherPath: string, otherList: ListName): boolean {
  const [name, otherName] = [plainName(path), plainName(otherPath)]
  // Each list's own `id` is another thing.
  if (name === otherName) return !ownNames.includes(name)
  return isReference(name, otherName, otherList) || isReference(otherName, name, list)
}

/** Whether a name says the record of a list which that list itself calls by its own name. */
function isReference(name: string, ownName: string, list: ListName): boolean {
  return ownNames.includes(ownName) && nouns[list].some((noun) => name === noun || name === noun + ownName)
}

/** The last name of a path, without signs between words and letter case. */
function plainName(path: string): string {
  const names = splitPath(path)
  const last = simple(names.at(-1) ?? '')
  // `configuration.id` says what `configurationId` says.
  const holder = names.at(-2)
  return ownNames.includes(last) && holder !== undefined ? simple(holder) + last : last
}

function simple(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A list of identifiers is called by the plural.
  return plain.endsWith('ids') ? plain.slice(0, -1) : plain
}
