/**
 * A text in lower case, to be compared without regard to letter case. A Greek sigma at the end of a word counts as any
 * other: else “ΟΔΟΣ” would not be found in “ΟΔΟΣΤΡΩΜΑ”, for its small letters end otherwise.
 */
export function withoutCase(text: string): string {
  const lower = text.toLowerCase()
  // Few texts have one, and that is told at once.
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}
