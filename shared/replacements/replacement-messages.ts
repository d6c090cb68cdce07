import { replacementSteps, type ReplacementStep } from './replacement.ts'

/** Display names of the steps of a replacement. */
export const replacementStepTitles: Readonly<Record<ReplacementStep, string>> = {
  'make-key': 'New key',
  'make-request': 'New CSR',
  'export-request': 'Send the CSR',
  'import-certificate': 'Signed certificate',
  upload: 'Upload to the portal',
  confirm: 'Thumbprint',
  try: 'Test',
  switch: 'Switch',
  watch: 'Verify',
  retire: 'Retire the old one',
  done: 'Done',
}

/** Steps that a person takes, without the end. */
export const walkedSteps = replacementSteps.filter((step) => step !== 'done')

/** Formats, for example, `Step 3 of 10: send the CSR`. */
export function replacementProgress(step: ReplacementStep): string {
  if (step === 'done') return 'Done'
  const title = replacementStepTitles[step]
  const words = title.slice(0, 1).toLowerCase() + title.slice(1)
  return `Step ${walkedSteps.indexOf(step) + 1} of ${walkedSteps.length}: ${words}`
}
