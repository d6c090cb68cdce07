/** A row of the table. */
export interface Row {
  readonly what: string
  /** What Clavis is compared with. */
  readonly peer: string
  /** The ratio or difference, with the peer's figure in brackets. */
  readonly result: string
  readonly target: string
  /** Undefined if nothing is judged. */
  readonly isMet: boolean | undefined
}

interface Comparison {
  readonly what: string
  readonly peer: string
  readonly ratio: number
  /** The peer's figure. */
  readonly peerFigure: number
  readonly unit: string
}

/** Creates a row for a ratio with an upper limit. */
export function ratioRow({ what, peer, ratio, peerFigure, unit }: Comparison, limit: number): Row {
  return {
    what,
    peer,
    result: `${ratio.toFixed(2)} × (${digits(peerFigure)} ${unit})`,
    target: `≤ ${limit} ×`,
    isMet: ratio <= limit,
  }
}

/** Creates a row for a rate, where more is better. */
export function rateRow(comparison: Comparison, least: number): Row {
  return { ...ratioRow(comparison, least), target: `≥ ${least} ×`, isMet: comparison.ratio >= least }
}

/** Creates a row for the difference to the peer's figure. */
export function differenceRow(
  what: string,
  peer: string,
  more: number,
  peerFigure: number,
  limit: number,
  unit: string,
): Row {
  return {
    what,
    peer,
    result: `${more < 0 ? '−' : '+'}${digits(Math.abs(more))} ${unit} (${digits(peerFigure)} ${unit})`,
    target: `≤ +${limit} ${unit}`,
    isMet: more <= limit,
  }
}

/** Creates a row for how many times as long as Clavis a peer takes, which nothing judges. */
export function comparisonRow(what: string, peer: string, seconds: number, clavisSeconds: number): Row {
  const result = `${(seconds / clavisSeconds).toFixed(2)} × as long as Clavis (${digits(clavisSeconds)} s)`
  return { what, peer, result, target: '–', isMet: undefined }
}

/** Formats a number of records or pages. */
export function thousands(value: number): string {
  return value.toLocaleString('en')
}

/** Formats the table. @param isJudged whether it says which targets are met */
export function tableOf(rows: readonly Row[], isJudged: boolean): string {
  const verdict = ({ isMet }: Row): string => (isMet === undefined ? '' : isMet ? 'holds' : '**missed**')
  return [
    '| what | peer | ratio (peer) | target | |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${row.what} | ${row.peer} | ${row.result} | ${row.target} | ${isJudged ? verdict(row) : ''} |`,
    ),
  ].join('\n')
}

/** Formats a figure with as many digits as are meaningful. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
