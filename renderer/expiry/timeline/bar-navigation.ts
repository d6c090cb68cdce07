import type { TimelineBar, TimelineGroup } from './timeline-layout.ts'

type Place = { readonly bar: TimelineBar; readonly row: number; readonly lane: number }

/**
 * Returns where a key leads from a bar: Left and Right to the profile's previous and next certificate, Up and Down to
 * the lane above and below (of another profile at the end), Home and End to the first and last bar.
 * @returns the credential's id; undefined if the key leads nowhere
 */
export function barAfterKey(groups: readonly TimelineGroup[], credentialId: string, key: string): string | undefined {
  const places = placesOf(groups)
  const current = places.find(({ bar }) => bar.certificate.credentialId === credentialId)
  if (current === undefined) return undefined
  return idOf(placeAfterKey(places, current, key))
}

/** Returns the bar that Tab reaches first: an active one, otherwise the first. */
export function firstBar(groups: readonly TimelineGroup[]): string | undefined {
  const places = placesOf(groups)
  return idOf(places.find(({ bar }) => bar.certificate.state === 'active') ?? places[0])
}

function placeAfterKey(places: readonly Place[], current: Place, key: string): Place | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const own = places
        .filter(({ row }) => row === current.row)
        .toSorted((one, other) => one.bar.from - other.bar.from || one.lane - other.lane)
      return own[own.indexOf(current) + (key === 'ArrowLeft' ? -1 : 1)]
    }
    case 'ArrowUp':
      return nearest(places, current, Math.max(...lanes(places).filter((lane) => lane < current.lane)))
    case 'ArrowDown':
      return nearest(places, current, Math.min(...lanes(places).filter((lane) => lane > current.lane)))
    case 'Home':
      return places[0]
    case 'End':
      return places.at(-1)
    default:
      return undefined
  }
}

/** Lists every bar with the numbers of its row and its lane in the picture. */
function placesOf(groups: readonly TimelineGroup[]): Place[] {
  const rows = groups.flatMap((group) => group.rows)
  let above = 0
  return rows.flatMap(({ bars, lanes: count }, row) => {
    const first = above
    above += count
    return bars.map((bar) => ({ bar, row, lane: first + bar.lane }))
  })
}

function lanes(places: readonly Place[]): number[] {
  return places.map(({ lane }) => lane)
}

/** Returns the bar of a lane that is nearest in time, by their middles. */
function nearest(places: readonly Place[], { bar }: Place, lane: number): Place | undefined {
  const middle = ({ from, to }: TimelineBar): number => (from + to) / 2
  return places
    .filter((place) => place.lane === lane)
    .toSorted((one, other) => Math.abs(middle(one.bar) - middle(bar)) - Math.abs(middle(other.bar) - middle(bar)))[0]
}

function idOf(place: Place | undefined): string | undefined {
  return place?.bar.certificate.credentialId
}
