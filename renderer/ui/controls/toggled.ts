export function toggled<T>(set: ReadonlySet<T>, item: T, isOn: boolean): ReadonlySet<T> {
  const next = new Set(set)
  if (isOn) next.add(item)
  else next.delete(item)
  return next
}
