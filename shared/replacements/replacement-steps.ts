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
  'remove',
  'done',
] as const
export type ReplacementStep = (typeof replacementSteps)[number]

/** Steps that a person takes, without the end. */
export const walkedSteps = replacementSteps.filter((step) => step !== 'done')

/** Formats how far a replacement is, e.g. `4 of 11`. */
export function stepOfSteps(step: ReplacementStep): string {
  return step === 'done' ? 'done' : `${walkedSteps.indexOf(step) + 1} of ${walkedSteps.length}`
}

/** What a replacement continues with at each step. */
export const replacementSentences: Readonly<Record<ReplacementStep, string>> = {
  'make-key': 'Create the new key',
  'make-request': 'Create the new CSR',
  'export-request': 'Send the new CSR to the certificate authority',
  'import-certificate': 'Import the new certificate',
  upload: 'Upload the new certificate to the portal',
  confirm: 'Compare the new thumbprint with the portal',
  try: 'Test the new certificate',
  switch: 'Switch to the new certificate',
  watch: 'Verify the new certificate',
  retire: 'Retire the old certificate',
  remove: 'Remove the old certificate from the portal',
  done: 'Finish the replacement',
}
