import type { RecordStore, Repeats } from '../../records/record-store.ts'

/**
 * Reports records of a load that have the identifier of another one.
 * @returns undefined if there are none, no clear identifier, or the signal is aborted
 */
export async function repeatsNotice(
  store: Pick<RecordStore, 'repeats'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const repeats = await store.repeats()
    return repeats && repeatsMessage(repeats)
  } catch (error) {
    if (signal.aborted) return undefined
    return `Clavis could not check whether records repeat: ${error instanceof Error ? error.message : String(error)}`
  }
}

function repeatsMessage({ idPath, equal, different, example, isMore }: Repeats): string {
  const repeats = equal + different
  const many = `${isMore ? 'More than ' : ''}${repeats.toLocaleString()} records repeat`
  const what = repeats === 1 ? '1 record repeats' : many
  const some = isMore ? 'some' : different.toLocaleString()
  const others = different === 0 ? '' : equal === 0 ? ' with other values' : `, ${some} of them with other values`
  const [first, second] = [example.first + 1, example.position + 1]
  return `${what} the “${idPath}” of an earlier one${others}${repeats === 1 ? ':' : ', for example'} records ${first.toLocaleString()} and ${second.toLocaleString()}.`
}
