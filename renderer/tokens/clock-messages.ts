/** How a service's clock stands to this computer's, in words. @param clock milliseconds */
export function clockWords(
  { offset, uncertainty }: { readonly offset: number; readonly uncertainty: number },
  isFollowed: boolean,
): string {
  const seconds = (milliseconds: number): string => (Math.abs(milliseconds) / 1000).toFixed(1)
  const where = offset > 0 ? 'ahead of' : 'behind'
  const measured = `The service’s clock is ${seconds(offset)} s (± ${seconds(uncertainty)} s) ${where} this computer’s.`
  return isFollowed
    ? `${measured} Assertions are dated by the service’s.`
    : `${measured} Set this computer’s clock by a time server; until then assertions can be dated by the service’s.`
}
