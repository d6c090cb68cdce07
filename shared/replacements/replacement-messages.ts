import { stepOfSteps, type ReplacementStep } from './replacement-steps.ts'

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
  remove: 'Remove the old certificate from the portal',
  done: 'Done',
}

/** Formats, for example, `Step 3 of 11: send the CSR`. */
export function replacementProgress(step: ReplacementStep): string {
  if (step === 'done') return 'Done'
  const title = replacementStepTitles[step]
  const words = title.slice(0, 1).toLowerCase() + title.slice(1)
  return `Step ${stepOfSteps(step)}: ${words}`
}

/** Formats what a finished replacement achieved. @param day the new certificate's expiry date as text */
export function replacementSummary(profileName: string, day: string | undefined): string {
  return day === undefined ? `${profileName} uses its new credential` : `${profileName} is good until ${day}`
}

/** Names what of the old certificate the new CSR doesn't have; undefined if nothing is missing. */
export function missingWords(missingInRequest: readonly string[] | undefined): string | undefined {
  return missingInRequest && `Not in the CSR, but in the old certificate: ${missingInRequest.join(', ')}`
}
