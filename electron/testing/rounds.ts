/** Returns how many random rounds a test runs: few, or many in `npm run test:soak`. */
export function rounds(few: number, many: number): number {
  return process.env['CLAVIS_SOAK'] === '1' ? many : few
}
