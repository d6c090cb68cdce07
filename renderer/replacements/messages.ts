import type { ReplacementStep, ReplacementView } from '#shared/replacements/replacement.ts'

const stepDetails: Readonly<Record<ReplacementStep, string>> = {
  'make-key': 'Created next to the active one and stored in your keychain.',
  'make-request': 'Same subject as before, unless you change it.',
  'export-request': 'Save or copy it, then send it to the certificate authority.',
  'import-certificate': 'Import the signed certificate, or drop it here.',
  upload: 'Save the new certificate and upload it on the portal’s Security page, next to the old one.',
  confirm: 'Paste the Thumbprint that the portal shows for the new certificate.',
  try: 'A real token request with the new key. The old one stays active.',
  switch: 'New tokens use the new key; running requests are unaffected. You can roll back.',
  watch: 'Get the first token after the switch.',
  retire: 'Takes the old credential out of use. Its key stays in your keychain.',
  done: 'The new credential is active and the old one is retired.',
}

/** Returns the text beside a step. */
export function stepDetail(step: ReplacementStep, { replacement, step: current }: ReplacementView): string {
  if (step === 'try' && current === 'try' && replacement.trial?.kind === 'failed')
    return `Test failed: ${replacement.trial.message} The old credential is still active.`
  if (step === 'try' && current === 'try' && replacement.refusal !== undefined)
    return `Rolled back because the service refused the client: ${replacement.refusal.message} Fix the cause, then test again.`
  if (step === 'watch' && current === 'watch' && replacement.refusal !== undefined)
    return `The service refused the client: ${replacement.refusal.message}`
  if (step === 'confirm' && replacement.confirmationSkippedAt !== undefined) return 'Skipped.'
  return stepDetails[step]
}
