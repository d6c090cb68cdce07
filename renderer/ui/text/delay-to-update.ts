/**
 * Returns how long a shown time may stay, in milliseconds: until the interval is over or a moment has passed.
 * @param shown milliseconds since the epoch; moments after it that have passed need an update at once
 * @param now milliseconds since the epoch
 * @param moments ISO 8601 instants; anything else is ignored
 */
export function delayToUpdate(shown: number, now: number, interval: number, moments: readonly string[]): number {
  // A certificate's last instant is still valid, so that the time after it counts.
  const ahead = moments.map((moment) => Date.parse(moment) + 1).filter((moment) => moment > shown)
  return Math.max(0, Math.min(shown + interval, ...ahead) - now)
}
