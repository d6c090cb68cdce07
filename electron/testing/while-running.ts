/**
 * Waits for what a command or process does while it runs. If it ends first, that can no longer come, so the test fails at once
 * instead of waiting for its time limit.
 * @param running resolves when it has ended
 */
export async function whileRunning(running: Promise<unknown>, wait: PromiseLike<unknown>): Promise<void> {
  const early = running.then((end) => {
    throw new Error(`It ended before what the test waits for: ${JSON.stringify(end)}`)
  })
  await Promise.race([wait, early])
}
