/** Whether a process of this number is running. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Someone else's process of that number is one that is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
