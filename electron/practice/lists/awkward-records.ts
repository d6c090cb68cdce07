import { dayMs } from '#shared/values/local-day.ts'
import { mixed, pick } from './chance.ts'
import type { PracticeList } from './practice-lists.ts'

const statuses = ['Completed', 'Running', 'Errored', 'Scheduled', 'Cancelled'] as const
// Words and teams need no escaping in JSON.
const words = [
  'Settlement',
  'Chargebacks',
  'Fees',
  '決済レポート',
  'Überweisungen',
  'دفعات اليوم',
  'Возвраты',
  '👩‍💻 Ops',
] as const
const teams = ['T1', 'T2', 'T3', 'Zürich', 'São Paulo', '東京'] as const
const start = Date.UTC(2024, 0, 1)

/**
 * Creates record number `index` (from 0) of a list as JSON text, with data that clients get wrong: nested and missing
 * fields, changing types, 18-digit numbers, other scripts, a leading `=`. The same number always gives the same record.
 */
export function awkwardRecord(list: PracticeList, index: number): string {
  switch (list) {
    case 'reports':
      return report(index)
    case 'report-configs':
      return configuration(index)
    case 'reporting-groups':
      return group(index)
  }
}

function report(index: number): string {
  const chance = mixed(index, 1)
  const created = new Date(start + index * 67_000).toISOString()
  const status = pick(statuses, chance >>> 3)
  const members = [
    `"reportId":"rep-${String(index).padStart(8, '0')}"`,
    `"reportConfigurationId":"cfg-${String(index % 250).padStart(6, '0')}"`,
    // 18 digits, more than a double holds: a client that parses it as one loses the last digits.
    `"sequence":9000000000${String(index).padStart(8, '0')}`,
    `"name":"${pick(words, chance)} ${index}"`,
    `"status":"${status}"`,
    `"amount":${amount(chance % 10_000_000)}`,
    `"currency":"${pick(['EUR', 'USD', 'JPY', 'GBP'], chance >>> 5)}"`,
    `"rows":${index % 7 === 0 ? `"${chance % 5000}"` : chance % 5000}`,
    `"createdAt":"${created}"`,
    `"owner":{"team":"${pick(teams, chance >>> 7)}","user":{"id":${chance % 97},"active":${chance % 3 > 0}}}`,
  ]
  // Fields that only some records have.
  if (index % 5 > 0) members.push(`"completedAt":"${created.slice(0, 10)} ${created.slice(11, 19)}+00:00"`)
  if (status === 'Errored')
    members.push(`"error":{"code":${500 + (chance % 4)},"message":"Could not read \\"${index}\\""}`)
  if (index % 11 === 0) members.push(`"formula":"=SUM(A1:A${index})"`)
  if (index % 13 === 0) members.push('"note":null')
  if (index % 17 === 0) members.push(`"tags":["daily","t${chance % 9}",${chance % 100}]`)
  return `{${members.join(',')}}`
}

/** Formats with two decimals: `0.10` must not become `0.1`. @param hundredths values below 10 are padded */
function amount(hundredths: number): string {
  if (hundredths < 100) return '0.10'
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

function configuration(index: number): string {
  const chance = mixed(index, 2)
  return `{${[
    `"reportConfigurationId":"cfg-${String(index).padStart(6, '0')}"`,
    `"name":"${pick(words, chance)} configuration ${index}"`,
    `"schedule":{"frequency":"${pick(['DAILY', 'WEEKLY', 'MONTHLY'], chance)}","timezone":"Europe/Berlin","at":"0${chance % 10}:30"}`,
    `"reportingGroupId":"grp-${String(index % 40).padStart(5, '0')}"`,
    `"columns":["transactionId","amount","currency"]`,
    `"enabled":${chance % 4 > 0}`,
    `"version":${chance % 12}`,
    `"updatedAt":"${new Date(start + index * 3_600_000).toISOString()}"`,
  ].join(',')}}`
}

function group(index: number): string {
  const chance = mixed(index, 3)
  return `{${[
    `"reportingGroupId":"grp-${String(index).padStart(5, '0')}"`,
    `"name":"Group ${pick(teams, chance)} ${index}"`,
    `"members":${chance % 60}`,
    `"share":0.${String(chance % 1000).padStart(3, '0')}`,
    `"contact":${index % 3 === 0 ? 'null' : `{"mail":"team${index}@example.com","phone":"+49 30 ${chance % 1_000_000}"}`}`,
    `"page":"https://groups.example.com/${index}"`,
    `"createdOn":"${new Date(start + index * dayMs).toISOString().slice(0, 10)}"`,
  ].join(',')}}`
}
