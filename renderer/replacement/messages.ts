import type { ReplacementStep, ReplacementView } from '../../shared/model/credential/replacement.ts'

const stepDetails: Readonly<Record<ReplacementStep, string>> = {
  'make-key': 'Made beside the one that signs, and kept in the keychain.',
  'make-request': 'Asks for the same subject as before, unless you change it.',
  'export-request': 'Save or copy it, and send it to the certificate authority.',
  'import-certificate': 'When it has come, import it or drop it on this window.',
  upload: 'Save the new certificate and upload it on the portal’s Security page, beside the old one.',
  confirm: 'Paste the Thumbprint that the portal shows for the new certificate.',
  try: 'A real token request with the new key. The old one stays active.',
  switch: 'Tokens are signed with the new key from then on. You can go back.',
  watch: 'The first token after the switch shows that all is well.',
  retire: 'Takes the old credential out of use. Its key stays in the keychain.',
  done: 'The new credential signs, and the old one is out of use.',
}

/** What stands beside a step. */
export function stepDetail(step: ReplacementStep, { replacement, step: current }: ReplacementView): string {
  if (step === 'try' && current === 'try' && replacement.trial?.kind === 'failed')
    return `It failed: ${replacement.trial.message} The old one signs still.`
  if (step === 'try' && current === 'try' && replacement.refusal !== undefined)
    return `You went back after a refusal: ${replacement.refusal.message} Try it again when that is mended.`
  if (step === 'watch' && current === 'watch' && replacement.refusal !== undefined)
    return `The service refused the client: ${replacement.refusal.message}`
  if (step === 'confirm' && replacement.confirmationSkippedAt !== undefined) return 'Skipped.'
  return stepDetails[step]
}
