import { z } from 'zod'
import { nothing, ofCredential, ofProfile, savedFile, type CallsOf } from '../call-shapes.ts'
import { jobIdSchema } from '../jobs.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import { credentialIdSchema } from './credential-id.ts'
import {
  credentialSchema,
  keySizeSchema,
  subjectAlternativeNameSchema,
  subjectSchema,
  thumbprintMatchSchema,
  requestSuggestionSchema,
} from './credential.ts'
import { credentialEventSchema } from './history.ts'
import { importedPartSchema } from './import.ts'
import { credentialInspectionSchema } from './inspection.ts'
import { uploadFileSchema } from './portal-upload.ts'
import { keyIdSchema, keyRecordSchema } from './recovery.ts'

/** Identifies files that main opened for the page: bound to its window, valid for 5 minutes. */
const chosenFilesSchema = z.strictObject({
  chosenFilesId: z.uuid(),
  fileNames: z.array(z.string()),
})

/** A passphrase that the person entered for a locked file. */
const passphraseSchema = z.string().max(1000)

/** Lets the page cancel an import with `jobs.cancel`, as long as nothing was stored. */
const importJobId = jobIdSchema.optional()

/** Keys, CSRs and certificates. */
export const credentialCalls = {
  /** Lists the credentials of a profile, newest first. */
  'credentials.list': { access: 'shows', input: ofProfile, output: z.array(credentialSchema) },
  /** Lists the events of the profile's credentials, including removed ones; newest first. */
  'credentials.history': { access: 'shows', input: ofProfile, output: z.array(credentialEventSchema) },
  /** Returns details of a credential: its certificate's fields, and problems. Reads no key. */
  'credentials.inspect': { access: 'shows', input: ofCredential, output: credentialInspectionSchema },
  'credentials.createKey': {
    access: 'changes',
    input: ofProfile.extend({ keySize: keySizeSchema }),
    output: credentialSchema,
  },
  /** Suggests the content of the credential's CSR: that of its predecessor in a replacement, else of its last CSR. */
  'credentials.suggestRequest': { access: 'shows', input: ofCredential, output: requestSuggestionSchema },
  'credentials.createRequest': {
    access: 'changes',
    input: ofCredential.extend({
      subject: subjectSchema,
      subjectAlternativeNames: z.array(subjectAlternativeNameSchema).max(100),
    }),
    output: credentialSchema,
  },
  /** Saves the CSR to a file chosen in a dialog and marks it exported. */
  'credentials.saveRequest': { access: 'changes', input: ofCredential, output: savedFile },
  /** Copies the CSR's PEM and marks it exported. */
  'credentials.copyRequest': { access: 'changes', input: ofCredential, output: nothing },
  /** Opens a file dialog for certificates and keys; the page then imports them by the id. */
  'credentials.chooseCertificateFiles': { access: 'shows', input: nothing, output: chosenFilesSchema.optional() },
  /**
   * Imports the chosen files. Each certificate is matched to the credential of any profile that has its key; an unknown
   * key becomes a credential of `profileId`, during its replacement only with `anyway`. Private keys go to the keychain,
   * never into the result.
   */
  'credentials.importChosenFiles': {
    access: 'changes',
    input: z.strictObject({
      chosenFilesId: z.uuid(),
      profileId: profileIdSchema.optional(),
      anyway: z.boolean().optional(),
      jobId: importJobId,
      /** Passphrases of locked files, by their index in the choice. */
      passphrases: z.array(z.strictObject({ content: z.int().min(0), passphrase: passphraseSchema })).max(1000),
    }),
    output: z.array(importedPartSchema),
  },
  /** The same for pasted text and dropped files. */
  'credentials.importContents': {
    access: 'changes',
    input: z.strictObject({
      profileId: profileIdSchema.optional(),
      anyway: z.boolean().optional(),
      jobId: importJobId,
      contents: z
        .array(
          z.strictObject({
            /** The file's name; empty for pasted text. */
            name: z.string().max(1000),
            /** Its bytes. A file above 5,000,000 bytes is refused by name. */
            base64: z.base64().max(7_000_000),
            passphrase: passphraseSchema.optional(),
          }),
        )
        .max(1000),
    }),
    output: z.array(importedPartSchema),
  },
  /** Finds the profile's certificate for a pasted thumbprint, without changing anything. */
  'credentials.matchThumbprint': {
    access: 'shows',
    input: ofProfile.extend({ thumbprint: z.string().max(500) }),
    output: thumbprintMatchSchema,
  },
  /** Saves the portal's thumbprint with the credential and, if given, its client ID with the profile. */
  'credentials.confirm': {
    access: 'changes',
    input: ofCredential.extend({
      thumbprint: z.string().min(1).max(500),
      clientId: z.string().max(500).optional(),
    }),
    output: credentialSchema,
  },
  /** Activates the credential; the previous one goes back to `confirmed` or `certificate-imported`. */
  'credentials.activate': { access: 'changes', input: ofCredential, output: credentialSchema },
  'credentials.retire': { access: 'changes', input: ofCredential, output: credentialSchema },
  /** Deletes the key of a retired credential whose certificate has expired. */
  'credentials.destroyKey': { access: 'changes', input: ofCredential, output: credentialSchema },
  /** Removes an inactive credential, and with `destroyKey` its key. */
  'credentials.remove': { access: 'changes', input: ofCredential.extend({ destroyKey: z.boolean() }), output: nothing },
  /** Saves a credential's public certificate to a file (PEM, with chain if `withChain`). */
  'credentials.saveCertificate': {
    access: 'shows',
    input: ofCredential.extend({ withChain: z.boolean() }),
    output: savedFile,
  },
  /** Saves public certificates of any profiles to a chosen folder, one PEM file each. `undefined`: dialog cancelled. */
  'credentials.saveCertificates': {
    access: 'shows',
    input: z.strictObject({ credentials: z.array(ofCredential).min(1).max(1000) }),
    output: z.strictObject({ folderName: z.string(), fileNames: z.array(z.string()) }).optional(),
  },
  /**
   * Writes public certificates to a chosen folder, in files of at most five, as the portal accepts them per upload
   * (service document, section 8). Stops if files with these names have other content. `undefined`: dialog cancelled.
   */
  'credentials.bundle': {
    access: 'shows',
    input: ofProfile.extend({
      credentialIds: z.array(credentialIdSchema).min(1),
      withChain: z.boolean(),
    }),
    output: z.strictObject({ folderName: z.string(), files: z.array(uploadFileSchema) }).optional(),
  },
} as const satisfies CallsOf<'credentials'>

/** Keys without a profile, and profiles without their key. */
export const recoveryCalls = {
  /** Lists every key, those that need attention first. Reads all of Clavis's keychain entries, which may prompt. */
  'recovery.list': { access: 'shows', input: nothing, output: z.array(keyRecordSchema) },
  /** Returns how many keys interrupted operations may have left. Doesn't read the keychain. */
  'recovery.leftBehind': { access: 'shows', input: nothing, output: z.int().min(0) },
  /** Adds a key to a profile as a credential. Main asks first. */
  'recovery.attach': {
    access: 'changes',
    input: z.strictObject({ keyId: keyIdSchema, profileId: profileIdSchema }),
    output: credentialSchema,
  },
  /** Deletes a key without a credential. Main asks first. */
  'recovery.delete': { access: 'changes', input: z.strictObject({ keyId: keyIdSchema }), output: nothing },
} as const satisfies CallsOf<'recovery'>
