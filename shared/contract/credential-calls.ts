import { z } from 'zod'
import {
  credentialSchema,
  keySizeSchema,
  subjectAlternativeNameSchema,
  subjectSchema,
  thumbprintMatchSchema,
} from '../model/credential/credential.ts'
import { credentialIdSchema } from '../model/credential/credential-id.ts'
import { credentialEventSchema } from '../model/credential/history.ts'
import { importedPartSchema } from '../model/credential/import.ts'
import { credentialInspectionSchema } from '../model/credential/inspection.ts'
import { jobIdSchema } from '../model/lists/job.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { uploadFileSchema } from '../model/credential/upload.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofCredential, ofProfile, savedFile } from './recurring-shapes.ts'

/** Names files that main has opened for the page: bound to its window, good for 5 minutes (design, section 4). */
const chosenFilesSchema = z.strictObject({
  chosenFilesId: z.uuid(),
  fileNames: z.array(z.string()),
})

/** A passphrase that the person typed for a locked file. */
const passphraseSchema = z.string().max(1000)

/** By which the page can cancel an import with `jobs.cancel`, as long as nothing was stored. */
const importJobId = jobIdSchema.optional()

/** Keys, CSRs and certificates. */
export const credentialCalls = {
  /** The credentials of a profile, newest first. */
  'credentials.list': { input: ofProfile, output: z.array(credentialSchema) },
  /** What happened to the profile's credentials, those that are gone included; newest first. */
  'credentials.history': { input: ofProfile, output: z.array(credentialEventSchema) },
  /** A close look at a credential: its certificate taken apart, and what is wrong with it. Touches no key. */
  'credentials.inspect': { input: ofCredential, output: credentialInspectionSchema },
  'credentials.createKey': {
    input: z.strictObject({ profileId: profileIdSchema, keySize: keySizeSchema }),
    output: credentialSchema,
  },
  'credentials.createRequest': {
    input: z.strictObject({
      profileId: profileIdSchema,
      credentialId: credentialIdSchema,
      subject: subjectSchema,
      subjectAlternativeNames: z.array(subjectAlternativeNameSchema).max(100),
    }),
    output: credentialSchema,
  },
  /** Saves the CSR by a file dialog and marks it exported. */
  'credentials.saveRequest': { input: ofCredential, output: savedFile },
  /** Copies the CSR's PEM and marks it exported. */
  'credentials.copyRequest': { input: ofCredential, output: nothing },
  /** Opens a file dialog for certificates and keys; the page then imports them by the id. */
  'credentials.chooseCertificateFiles': { input: nothing, output: chosenFilesSchema.optional() },
  /**
   * Imports what chosen files hold: each certificate finds the credential, of any profile, whose key it fits; a key
   * that no credential has becomes a credential of `profileId`. Private keys go to the keychain, never to the answer.
   */
  'credentials.importChosenFiles': {
    input: z.strictObject({
      chosenFilesId: z.uuid(),
      profileId: profileIdSchema.optional(),
      jobId: importJobId,
      /** What opens locked files, by their places in the choice. */
      passphrases: z.array(z.strictObject({ content: z.int().min(0), passphrase: passphraseSchema })).max(1000),
    }),
    output: z.array(importedPartSchema),
  },
  /** The same for pasted text and dropped files. */
  'credentials.importContents': {
    input: z.strictObject({
      profileId: profileIdSchema.optional(),
      jobId: importJobId,
      contents: z
        .array(
          z.strictObject({
            /** The file's name; empty for pasted text. */
            name: z.string().max(1000),
            /** Its bytes. A file above 5,000,000 bytes is refused by its name. */
            base64: z.base64().max(7_000_000),
            passphrase: passphraseSchema.optional(),
          }),
        )
        .max(1000),
    }),
    output: z.array(importedPartSchema),
  },
  /** Says which of the profile's certificates a pasted thumbprint is, without changing anything. */
  'credentials.matchThumbprint': {
    input: z.strictObject({ profileId: profileIdSchema, thumbprint: z.string().max(500) }),
    output: thumbprintMatchSchema,
  },
  /** Keeps the portal's thumbprint with the credential and, where given, its client ID with the profile. */
  'credentials.confirm': {
    input: z.strictObject({
      profileId: profileIdSchema,
      credentialId: credentialIdSchema,
      thumbprint: z.string().min(1).max(500),
      clientId: z.string().max(500).optional(),
    }),
    output: credentialSchema,
  },
  /** Makes the credential the one that signs; the one before goes back to `confirmed` or `certificate-imported`. */
  'credentials.activate': { input: ofCredential, output: credentialSchema },
  'credentials.retire': { input: ofCredential, output: credentialSchema },
  /** Destroys the key of a retired credential whose certificate has ended. */
  'credentials.destroyKey': { input: ofCredential, output: credentialSchema },
  /** Removes a credential that is not active; its key is destroyed too where `destroyKey` is true. */
  'credentials.remove': {
    input: ofCredential.extend({ destroyKey: z.boolean() }),
    output: nothing,
  },
  /** Saves a credential's public certificate (PEM, with chain where `withChain`). */
  'credentials.saveCertificate': {
    input: z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema, withChain: z.boolean() }),
    output: savedFile,
  },
  /**
   * Writes public certificates into a chosen folder, in files of five at most as the portal takes them in one upload
   * (service document, section 8). Files of these names with other content stop it. `undefined`: dialog closed.
   */
  'credentials.bundle': {
    input: z.strictObject({
      profileId: profileIdSchema,
      credentialIds: z.array(credentialIdSchema).min(1),
      withChain: z.boolean(),
    }),
    output: z.strictObject({ folderName: z.string(), files: z.array(uploadFileSchema) }).optional(),
  },
} as const satisfies CallsOf<'credentials'>
