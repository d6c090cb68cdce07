/** Examples of what can be written in the filter line, most useful first. Fields are those of the practice service. */
export const filterSyntax: readonly (readonly [example: string, meaning: string])[] = [
  ['settlement errored', 'both words, in any order'],
  ['"daily settlement"', 'this exact phrase'],
  ['-EUR', 'without this word'],
  ['status:Errored', 'is'],
  ['status:Errored,Cancelled', 'is one of these'],
  ['-status:Errored', 'is not'],
  ['name~fees', 'contains'],
  ['amount:empty', 'missing, null or empty; with - in front: not empty'],
  ['amount>=100', 'compare numbers: > >= < <='],
  ['amount:1000..90000', 'from, to'],
  ['createdAt:2026-11-03', 'a day; also a month (2026-11) or a year'],
  ['createdAt>=2026-11-01', 'from a day on'],
  ['createdAt:last week', 'also today, this month, last 7d, last 24h'],
]
