import type { NextStep } from './credential-next-step.ts'

/** Describes the next step for a credential. */
export const nextStepMessages: Readonly<Record<Exclude<NextStep, 'none'>, string>> = {
  'make-request': 'Create a CSR for the certificate authority to sign.',
  'export-request': 'Save or copy the CSR and send it to the certificate authority.',
  'import-certificate': 'Import the signed certificate, or drop it here.',
  wait: 'The certificate is not valid yet. If this is unexpected, check this computer’s clock.',
  confirm: 'Upload the certificate to the portal, then paste the thumbprint it shows.',
  activate: 'Activate to use it for signing.',
  replace: 'Expires soon. Start a replacement; this one stays active until you switch.',
  'replace-expired': 'Expired: the service no longer accepts it. Create a new key and have its certificate signed.',
}
