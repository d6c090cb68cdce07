import { lastWord } from './chart-columns.ts'

export type StatusTone = 'good' | 'bad' | 'pending' | 'off'

const statusWords = new Set('status state result outcome'.split(' '))

const tones: Readonly<Record<Exclude<StatusTone, 'off'>, ReadonlySet<string>>> = {
  good: new Set(
    'accepted active approved authorised authorized available booked captured complete completed confirmed delivered done enabled executed finished ok open paid passed processed ready received released resolved sent settled succeeded success successful valid verified'.split(
      ' ',
    ),
  ),
  bad: new Set(
    'aborted bad blocked broken chargedback declined denied error errored expired fail failed failure fraud invalid overdue refused rejected returned reversed revoked unpaid'.split(
      ' ',
    ),
  ),
  pending: new Set(
    'created draft held hold initiated inprogress new partial paused pending planned processing queued requested retrying running scheduled started submitted waiting'.split(
      ' ',
    ),
  ),
}

/** Whether a column holds states, by its name. */
export function isStatusPath(path: string): boolean {
  return statusWords.has(lastWord(path))
}

/** Returns how a state reads: `good`, `bad`, still `pending`, or `off` for one that needs no look, or isn't known. */
export function statusTone(text: string): StatusTone {
  const word = text.toLowerCase().replaceAll(/[^\p{Letter}]/gu, '')
  return (['good', 'bad', 'pending'] as const).find((tone) => tones[tone].has(word)) ?? 'off'
}
