import { z } from 'zod'
import { activityEntrySchema, activityFormatSchema } from './model/activity.ts'
import { appInfoSchema, appSettingsSchema } from './model/app.ts'
import { backupChoicesSchema, backupPreviewSchema, backupSummarySchema, restoredProfileSchema } from './model/backup.ts'
import { comparisonQuestionSchema, comparisonSchema } from './model/comparison.ts'
import {
  credentialIdSchema,
  credentialSchema,
  keySizeSchema,
  subjectAlternativeNameSchema,
  subjectSchema,
  subjectSuggestionSchema,
  thumbprintMatchSchema,
} from './model/credential.ts'
import { clockOffsetSchema, diagnosisSchema, diagnosisStepSchema } from './model/diagnosis.ts'
import { errorValueSchema } from './model/error-value.ts'
import { tokenExchangeSchema, tokenRequestPreviewSchema } from './model/exchange.ts'
import { expiryWarningSchema } from './model/expiry.ts'
import { chosenRecordsSchema, exportOptionsSchema, exportResultSchema } from './model/export.ts'
import { credentialEventSchema } from './model/history.ts'
import { credentialInspectionSchema } from './model/inspection.ts'
import { importedPartSchema } from './model/import.ts'
import { columnLayoutSchema, listColumnsSchema } from './model/list-columns.ts'
import {
  analysisIdSchema,
  chartPngLimit,
  chartQuestionSchema,
  chartSchema,
  chartSvgLimit,
  columnProfilesSchema,
  mostProfiledColumns,
} from './model/list-analysis.ts'
import { commonValueSchema, listNameSchema, listViewSchema, runIdSchema, runSummarySchema } from './model/list.ts'
import { packedRowsSchema } from './model/packed-rows.ts'
import { linkedListSchema } from './model/linked-record.ts'
import { jobIdSchema, jobProgressSchema } from './model/job.ts'
import { practiceFaultSchema, practiceStateSchema } from './model/practice.ts'
import { instantSchema, profileIdSchema, profileSchema, profileSettingsSchema } from './model/profile.ts'
import { runReportSchema } from './model/run-report.ts'
import { replacementViewSchema } from './model/replacement.ts'
import { snapshotIdSchema, snapshotNameSchema, snapshotSchema } from './model/snapshot.ts'
import { timelineCertificateSchema, timelineSvgLimit } from './model/timeline.ts'
import { expiryOverviewSchema, thresholdsSchema, warningSettingsSchema } from './model/warning.ts'
import { callResultSchema, tokenStateSchema } from './model/token.ts'
import { certificateFingerprintSchema, seenServerSchema } from './model/trust.ts'
import { uploadFileSchema } from './model/upload.ts'

const nothing = z.undefined()
const passphrase = z.string().min(1).max(1000)
/** A Production profile's name as the person typed it, where a call cannot be undone; others leave it out. */
const typedName = z.string().max(500).optional()
const ofProfile = z.strictObject({ profileId: profileIdSchema })
const ofCredential = z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema })
const ofList = z.strictObject({ profileId: profileIdSchema, list: listNameSchema })
const ofRun = z.strictObject({ runId: runIdSchema })

/** The name of a saved file without its folder; `undefined` where the person closed the dialog. */
const savedFile = z.strictObject({ fileName: z.string() }).optional()

/** Names files that main has opened for the page: bound to its window, good for 5 minutes (design, section 4). */
export const chosenFilesSchema = z.strictObject({
  chosenFilesId: z.uuid(),
  fileNames: z.array(z.string()),
})

/** A passphrase that the person typed for a locked file. */
const passphraseSchema = z.string().max(1000)

/**
 * Every call that the page can make, with the shapes that both sides check at run time. A new call is one line
 * here; main does not compile until a handler answers it, and the page's `clavis.call` knows it at once.
 */
export const calls = {
  'app.info': { input: nothing, output: appInfoSchema },
  'app.settings': { input: nothing, output: appSettingsSchema },
  'app.changeSettings': { input: appSettingsSchema.partial(), output: appSettingsSchema },
  /** The credential that a notification was clicked for while no window was open; it is handed over once. */
  'app.takeCredentialToOpen': { input: nothing, output: ofCredential.optional() },
  /** Puts public text on the clipboard. Secrets are copied by calls of their own, which never show them to the page. */
  'app.copyText': { input: z.strictObject({ text: z.string().max(1_000_000) }), output: nothing },
  /** Asks the person, showing the address, and opens it in their browser if they agree. Answers whether they did. */
  'app.openExternal': { input: z.strictObject({ url: z.string() }), output: z.boolean() },

  'profiles.list': { input: nothing, output: z.array(profileSchema) },
  'profiles.create': { input: profileSettingsSchema, output: profileSchema },
  'profiles.update': {
    input: z.strictObject({
      profileId: profileIdSchema,
      revision: z.int().min(1),
      settings: profileSettingsSchema,
      typedName,
    }),
    output: profileSchema,
  },
  /** Copies settings under a new name; keys and secrets stay with the original. */
  'profiles.duplicate': {
    input: z.strictObject({ profileId: profileIdSchema, name: z.string() }),
    output: profileSchema,
  },
  /** Removes a profile. Its keys and secret stay in the keychain unless `destroySecrets` is true. */
  'profiles.remove': {
    input: z.strictObject({ profileId: profileIdSchema, destroySecrets: z.boolean(), typedName }),
    output: nothing,
  },
  /** Opens a file dialog and imports every profile of the chosen file, or none. `undefined`: dialog closed. */
  'profiles.importFile': { input: nothing, output: z.array(profileSchema).optional() },
  'profiles.exportFile': { input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1) }), output: savedFile },
  /** Keeps a client secret in the keychain. */
  'profiles.setClientSecret': {
    input: z.strictObject({ profileId: profileIdSchema, clientSecret: z.string().min(1).max(10_000) }),
    output: nothing,
  },
  /** Whether the keychain holds a client secret for the profile. Touches the keychain. */
  'profiles.hasClientSecret': { input: ofProfile, output: z.boolean() },
  /** Keeps the password for the profile's own proxy in the keychain. */
  'profiles.setProxyPassword': {
    input: z.strictObject({ profileId: profileIdSchema, password: z.string().min(1).max(10_000) }),
    output: nothing,
  },
  'profiles.removeProxyPassword': { input: ofProfile, output: nothing },
  /** Whether the keychain holds a password for the profile's own proxy. Touches the keychain. */
  'profiles.hasProxyPassword': { input: ofProfile, output: z.boolean() },

  /**
   * What certificates one of the profile's servers presents, trusted or not, by the way that its calls take. Nothing is
   * sent to it. `address`: one of the profile's; its token URL where it is left out.
   */
  'trust.look': {
    input: z.strictObject({ profileId: profileIdSchema, address: z.url().max(8000).optional() }),
    output: seenServerSchema,
  },
  /** Trusts the certificate that `trust.look` offered, for this profile alone. */
  'trust.add': {
    input: z.strictObject({ profileId: profileIdSchema, sha256: certificateFingerprintSchema, typedName }),
    output: profileSchema,
  },

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
      /** What opens locked files, by their places in the choice. */
      passphrases: z.array(z.strictObject({ content: z.int().min(0), passphrase: passphraseSchema })).max(1000),
    }),
    output: z.array(importedPartSchema),
  },
  /** The same for pasted text and dropped files. */
  'credentials.importContents': {
    input: z.strictObject({
      profileId: profileIdSchema.optional(),
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
      typedName,
    }),
    output: credentialSchema,
  },
  /** Makes the credential the one that signs; the one before goes back to `confirmed` or `certificate-imported`. */
  'credentials.activate': { input: ofCredential, output: credentialSchema },
  'credentials.retire': { input: ofCredential.extend({ typedName }), output: credentialSchema },
  /** Destroys the key of a retired credential whose certificate has ended. */
  'credentials.destroyKey': { input: ofCredential.extend({ typedName }), output: credentialSchema },
  /** Removes a credential that is not active; its key is destroyed too where `destroyKey` is true. */
  'credentials.remove': {
    input: ofCredential.extend({ destroyKey: z.boolean(), typedName }),
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

  /** Every replacement that is under way. */
  'replacements.list': { input: nothing, output: z.array(replacementViewSchema) },
  /** Begins a replacement of the active credential and makes the new key; one that is under way goes on. */
  'replacements.start': {
    input: z.strictObject({ profileId: profileIdSchema, keySize: keySizeSchema }),
    output: replacementViewSchema,
  },
  /** What the new CSR should ask for: the same as before. */
  'replacements.suggestRequest': {
    input: ofProfile,
    output: z.strictObject({
      subject: subjectSuggestionSchema,
      subjectAlternativeNames: z.array(subjectAlternativeNameSchema),
    }),
  },
  /** Makes the CSR with the same content as before for each of several profiles that stand at that step. */
  'replacements.repeatRequests': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(1000) }),
    output: z.array(replacementViewSchema),
  },
  /** Saves the CSRs of several profiles into a folder that the person chooses, a file each. */
  'replacements.saveRequests': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(1000) }),
    output: z.strictObject({ folderName: z.string(), fileNames: z.array(z.string()) }).optional(),
  },
  /** Notes that the new certificate is with the portal. */
  'replacements.markUploaded': { input: ofProfile, output: replacementViewSchema },
  /** Goes on without the portal's thumbprint. */
  'replacements.skipConfirmation': { input: ofProfile, output: replacementViewSchema },
  /** Asks for a real token with the new key while the old one stays active. The view tells how it went. */
  'replacements.tryOut': { input: ofProfile, output: replacementViewSchema },
  /** Makes the new credential the one that signs. */
  'replacements.switchOver': { input: ofProfile, output: replacementViewSchema },
  /** Makes the old credential the one that signs again. */
  'replacements.goBack': { input: ofProfile, output: replacementViewSchema },
  'replacements.retireOld': { input: ofProfile.extend({ typedName }), output: replacementViewSchema },
  /** Ends the replacement wherever it stands; both credentials stay as they are. */
  'replacements.end': { input: ofProfile, output: nothing },

  /** Certificates of all profiles that end within `withinDays` or have ended, nearest end first; retired ones left out. */
  'expiry.warnings': {
    input: z.strictObject({ withinDays: z.int().min(0).max(3650) }),
    output: z.array(expiryWarningSchema),
  },
  /** Every certificate of every profile, retired ones too. */
  'expiry.timeline': { input: nothing, output: z.array(timelineCertificateSchema) },
  /** Saves the drawn timeline by a file dialog. Main refuses an SVG that does more than draw. */
  'expiry.saveTimeline': { input: z.strictObject({ svg: z.string().max(timelineSvgLimit) }), output: savedFile },

  /**
   * Backs up profiles with their keys and client secrets, encrypted under the passphrase, by a file dialog. Reads the
   * keychain; `leaveOutMissing`: go on without the keys that it does not have.
   */
  'backup.create': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1), passphrase, leaveOutMissing: z.boolean() }),
    output: backupSummarySchema.extend({ fileName: z.string() }).optional(),
  },
  /** Opens a file dialog for a backup. The id is bound to the window. `undefined`: dialog closed. */
  'backup.openFile': {
    input: nothing,
    output: z.strictObject({ backupId: z.uuid(), fileName: z.string(), createdAt: instantSchema }).optional(),
  },
  /** What is in the opened backup and what is here in its place. Changes nothing; reads the keychain. */
  'backup.preview': { input: z.strictObject({ backupId: z.uuid(), passphrase }), output: backupPreviewSchema },
  /** Restores what was chosen, all of it or nothing. */
  'backup.restore': {
    input: z.strictObject({ backupId: z.uuid(), passphrase, choices: backupChoicesSchema }),
    output: z.array(restoredProfileSchema),
  },

  /** Every certificate that is watched, with what was said about its warnings. */
  'expiry.overview': { input: nothing, output: expiryOverviewSchema },
  /** Holds a certificate's warnings back until a moment; that it has ended is told all the same. */
  'expiry.snooze': {
    input: z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema, until: instantSchema }),
    output: nothing,
  },
  'expiry.unsnooze': { input: ofCredential, output: nothing },
  /** Notes that a replacement is under way, or with `note` left out that none is. */
  'expiry.setReplacementUnderWay': {
    input: z.strictObject({
      profileId: profileIdSchema,
      credentialId: credentialIdSchema,
      note: z.string().max(200).optional(),
    }),
    output: nothing,
  },
  /** Thresholds of one profile's own; left out: those of the app. */
  'expiry.setProfileThresholds': {
    input: z.strictObject({ profileId: profileIdSchema, thresholds: thresholdsSchema.optional() }),
    output: nothing,
  },
  /** Saves every threshold of every watched certificate as a calendar file (RFC 5545) by a file dialog. */
  'expiry.saveCalendar': { input: nothing, output: savedFile },
  /** Posts a test to an address, kept or not. */
  'expiry.testWebhook': {
    input: z.strictObject({ url: warningSettingsSchema.shape.webhookUrl }),
    output: nothing,
  },

  'tokens.state': { input: ofProfile, output: tokenStateSchema },
  /** Gets a token, or answers the one that is held and still good. `renew`: drop it and get a new one. */
  'tokens.get': { input: z.strictObject({ profileId: profileIdSchema, renew: z.boolean() }), output: tokenStateSchema },
  'tokens.drop': { input: ofProfile, output: tokenStateSchema },
  /** The one call whose output holds an access token: the person asked to see it. */
  'tokens.reveal': { input: ofProfile, output: z.strictObject({ accessToken: z.string() }) },
  /** Puts the token on the clipboard, which is cleared after 60 s if it still holds it. */
  'tokens.copy': { input: ofProfile, output: nothing },
  /** What would be sent, without sending it. Touches no key. */
  'tokens.preview': { input: ofProfile, output: tokenRequestPreviewSchema },
  /** The profile's token requests since the app began, newest first: what was sent, what came, and the rules. */
  'tokens.exchanges': { input: ofProfile, output: z.array(tokenExchangeSchema) },

  /** The hello-world check with a bearer token (service document, section 4.2). */
  'connection.test': { input: ofProfile, output: callResultSchema },

  /** A GET of a path below one of the profile's base addresses, whatever the service answers. */
  'connection.look': {
    input: z.strictObject({ profileId: profileIdSchema, path: z.string().trim().min(1).max(8000) }),
    output: callResultSchema,
  },

  /** Goes through everything that a token and a call rest on. It asks for a new token; `doctor.step` tells each step. */
  'doctor.diagnose': { input: ofProfile, output: diagnosisSchema },

  /** How the clock of the profile's token endpoint stands to this computer's, by its last answer; undefined before one. */
  'doctor.clock': { input: ofProfile, output: clockOffsetSchema.optional() },

  /** Opens a list: answers the run that is there, or starts one without fetching anything. `restart`: from the first page. */
  'lists.open': {
    input: z.strictObject({ profileId: profileIdSchema, list: listNameSchema, restart: z.boolean() }),
    output: runSummarySchema,
  },
  'lists.summary': { input: ofRun, output: runSummarySchema },
  /**
   * Fetches the next `pages` pages, or all that follow. Answers when they are in, or when the run was paused, failed or
   * completed: look at the summary's state. After a failure it goes on from the page that failed. While a fetch is
   * under way a second call joins it.
   */
  'lists.load': {
    input: z.strictObject({ runId: runIdSchema, pages: z.union([z.int().min(1).max(100), z.literal('all')]) }),
    output: runSummarySchema,
  },
  /** Stops fetching after the page that is under way; what came is kept and `lists.load` goes on. */
  'lists.pause': { input: ofRun, output: runSummarySchema },
  /** Stops at once; the request under way is cancelled. What came is kept and `lists.load` goes on. */
  'lists.stop': { input: ofRun, output: runSummarySchema },
  /** Ends a run and frees its rows. */
  'lists.close': { input: ofRun, output: nothing },
  /** How a run went so far: time, retries, warnings. */
  'lists.report': { input: ofRun, output: runReportSchema },
  /** Rows of a view from `offset` on, with a cell for each of `paths`. */
  'lists.rows': {
    input: z.strictObject({
      runId: runIdSchema,
      view: listViewSchema,
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
      paths: z.array(z.string()).max(500),
    }),
    output: packedRowsSchema,
  },
  /**
   * A column’s commonest values among the loaded records that begin with a text, letter case ignored. A newer question
   * cancels an older one, which then fails with `list-cancelled`.
   */
  'lists.commonValues': {
    input: z.strictObject({ runId: runIdSchema, path: z.string(), beginning: z.string().max(1000) }),
    output: z.array(commonValueSchema),
  },
  /** A record's exact text as the service sent it. */
  'lists.record': {
    input: z.strictObject({ runId: runIdSchema, position: z.int().min(0) }),
    output: z.strictObject({ text: z.string() }),
  },
  /** Remembers on the profile which member holds a list's records; the run must be opened anew. */
  'lists.chooseRecordMember': {
    input: z.strictObject({ profileId: profileIdSchema, list: listNameSchema, member: z.string().min(1) }),
    output: nothing,
  },
  /**
   * Profiles columns over all loaded records of a view, whatever is on the screen. `timeZone` is the person's, for
   * histograms of dates. Long ones tell of themselves by `lists.analysing` and can be cancelled.
   */
  'lists.profileColumns': {
    input: z.strictObject({
      runId: runIdSchema,
      analysisId: analysisIdSchema,
      view: listViewSchema,
      paths: z.array(z.string()).min(1).max(mostProfiledColumns),
      timeZone: chartQuestionSchema.shape.timeZone,
    }),
    output: columnProfilesSchema,
  },
  /** A chart's numbers over all loaded records of a view, as `lists.profileColumns`. */
  'lists.chart': {
    input: z.strictObject({
      runId: runIdSchema,
      analysisId: analysisIdSchema,
      view: listViewSchema,
      question: chartQuestionSchema,
    }),
    output: chartSchema,
  },
  /** Ends an analysis, whose call then fails with `list-cancelled`. */
  'lists.cancelAnalysis': {
    input: z.strictObject({ runId: runIdSchema, analysisId: analysisIdSchema }),
    output: nothing,
  },
  /** Saves a chart that the page has drawn, by a file dialog; only pictures and nothing else are written. */
  'lists.saveChart': {
    input: z.discriminatedUnion('format', [
      z.strictObject({ format: z.literal('svg'), list: listNameSchema, svg: z.string().max(chartSvgLimit) }),
      z.strictObject({ format: z.literal('png'), list: listNameSchema, base64: z.base64().max(chartPngLimit) }),
    ]),
    output: savedFile,
  },
  /**
   * Which records of the profile's other lists have an identifier of this record, among what is loaded. A question for
   * another record of the run ends the one before with `list-cancelled`.
   */
  'lists.linkedRecords': {
    input: z.strictObject({ runId: runIdSchema, position: z.int().min(0) }),
    output: z.array(linkedListSchema),
  },
  'lists.cancelLinkedRecords': { input: ofRun, output: nothing },
  /** How the person arranged a list's columns, and how the data's columns changed since an earlier reading. */
  'lists.columns': { input: ofList, output: listColumnsSchema },
  'lists.changeColumns': { input: ofList.extend({ layout: columnLayoutSchema }), output: nothing },
  /** The person has seen how the columns changed: it is told no more. */
  'lists.dismissColumnChange': { input: ofList, output: nothing },
  /**
   * Saves loaded records by a file dialog, as a job. A partial file never stands under the final name. `undefined`:
   * dialog closed.
   */
  'lists.export': {
    input: z.strictObject({
      jobId: jobIdSchema,
      runId: runIdSchema,
      chosen: chosenRecordsSchema,
      options: exportOptionsSchema,
    }),
    output: exportResultSchema.extend({ fileName: z.string() }).optional(),
  },

  /** The readings that the person kept, of all profiles, the newest first. */
  'snapshots.list': { input: nothing, output: z.array(snapshotSchema) },
  /** Keeps a reading under a name; its records then outlive the app. */
  'snapshots.keep': { input: z.strictObject({ runId: runIdSchema, name: snapshotNameSchema }), output: nothing },
  'snapshots.rename': {
    input: z.strictObject({ snapshotId: snapshotIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  /** Removes a snapshot from the disk. A reading that is open stays until it is closed. */
  'snapshots.remove': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: nothing },
  /** Opens a snapshot in the place of the reading of its profile and list that is open. */
  'snapshots.open': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: runSummarySchema },
  /** Compares two readings, as a job. The differences are a run of their own; `lists.close` ends it. */
  'comparisons.compare': { input: comparisonQuestionSchema, output: comparisonSchema },

  /** Ends a job, whose call then fails with `list-cancelled`; nothing happens where it has ended already. */
  'jobs.cancel': { input: z.strictObject({ jobId: jobIdSchema }), output: nothing },

  /** The newest activity first, at most `limit` lines. */
  'activity.list': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), limit: z.int().min(1).max(5000) }),
    output: z.array(activityEntrySchema),
  },
  /** Forgets everything, on the disk too. */
  'activity.clear': { input: nothing, output: nothing },
  /** Why lines are not kept on the disk at present; undefined where they are. */
  'activity.failure': { input: nothing, output: errorValueSchema.optional() },
  /** Saves the kept lines by a file dialog. */
  'activity.export': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), format: activityFormatSchema }),
    output: z.strictObject({ fileName: z.string(), lines: z.int() }).optional(),
  },

  'practice.state': { input: nothing, output: practiceStateSchema },
  'practice.start': { input: nothing, output: practiceStateSchema },
  'practice.stop': { input: nothing, output: practiceStateSchema },
  /** Starts the practice service and makes the practice profiles, ready to use. Answers them. */
  'practice.setUp': { input: nothing, output: z.array(profileSchema) },
  /** Removes the practice profiles with their keys and stops the service. */
  'practice.tearDown': { input: nothing, output: nothing },
  'practice.setFaults': {
    input: z.strictObject({ faults: z.array(practiceFaultSchema) }),
    output: practiceStateSchema,
  },
  'practice.setRecords': {
    input: z.strictObject({ records: z.int().min(0).max(10_000_000) }),
    output: practiceStateSchema,
  },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>

/** Every event that main sends to the page, with its payload. */
export const events = {
  /** Profiles were made, changed or removed, here or by the command line. */
  'profiles.changed': nothing,
  'credentials.changed': ofProfile,
  'tokens.changed': z.strictObject({ profileId: profileIdSchema, state: tokenStateSchema }),
  /** A token request ended: `tokens.exchanges` has it. */
  'tokens.exchanged': ofProfile,
  /** A run made progress; at most about ten times a second for each run. */
  'lists.progress': runSummarySchema,
  /** How many records an analysis has looked at so far. */
  'lists.analysing': z.strictObject({ analysisId: analysisIdSchema, records: z.int().min(0) }),
  /** The kept arrangement of a list's columns changed, or a reading to the end found other columns than before. */
  'lists.columnsChanged': ofList,
  /** A snapshot came, went, or changed. */
  'snapshots.changed': nothing,
  /** How far a job is; at most about ten times a second for each. */
  'jobs.progress': jobProgressSchema,
  'doctor.step': z.strictObject({ profileId: profileIdSchema, step: diagnosisStepSchema }),
  'activity.added': z.array(activityEntrySchema),
  'practice.changed': practiceStateSchema,
  'app.settingsChanged': appSettingsSchema,
  /** A notification or the tray's menu was clicked: the page goes to this credential. */
  'app.openCredential': ofCredential,
  /** What is watched, or what was said about warnings, may have changed. */
  'expiry.changed': nothing,
} as const satisfies Record<string, z.ZodType>

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>
export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.output<Events[N]>

export const callNames = Object.keys(calls) as readonly CallName[]
export const eventNames = Object.keys(events) as readonly EventName[]

/** How a call's answer crosses: Electron would reduce a thrown error to its message (design, section 4). */
export const envelopeSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: errorValueSchema }),
])
export type Envelope = z.infer<typeof envelopeSchema>

/** The one object that preload puts on `window`: a function for each call, and one to listen for events. */
export interface ClavisBridge {
  readonly call: (name: CallName, input: unknown) => Promise<Envelope>
  /** Listens for an event; the answer unsubscribes. */
  readonly on: (name: EventName, listener: (payload: unknown) => void) => () => void
}
