/** The steps of a replacement in order. */
export const replacementSteps = [
  'make-key',
  'make-request',
  'export-request',
  'import-certificate',
  'upload',
  'confirm',
  'try',
  'switch',
  'watch',
  'retire',
  'done',
] as const
export type ReplacementStep = (typeof replacementSteps)[number]

/** Steps that a person takes, without the end. */
export const walkedSteps = replacementSteps.filter((step) => step !== 'done')

/** Formats how far a replacement is, e.g. `4 of 10`. */
export function stepOfSteps(step: ReplacementStep): string {
  return step === 'done' ? 'done' : `${walkedSteps.indexOf(step) + 1} of ${walkedSteps.length}`
}
