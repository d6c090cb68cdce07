import type { CallInput, CallName } from '#shared/contract.ts'

/** What an input names, so that main finds the profiles that a call would use or change. */
export interface NamedProfiles {
  readonly profileIds?: readonly string[]
  /** A dataset, whose profile is meant. */
  readonly datasetId?: string
  /** A snapshot, whose profile is meant. */
  readonly snapshotId?: string
  /** A key that may belong to no profile any more. */
  readonly keyId?: string
}

/**
 * What a call does with read-only profiles (see `shared/profiles/production-access.ts`):
 * - `view`: shows or saves what is stored and public, stops something, or is about no profile of the person.
 * - `services-refuse`: which profiles it is about depends on a file or text. Profile store and keychain refuse.
 * - a function: uses or changes the profiles that it returns, and is refused if one of them is read-only.
 */
export type CallAccess<Input> = 'view' | 'services-refuse' | ((input: Input) => NamedProfiles)

const ofProfile = ({ profileId }: { readonly profileId: string }): NamedProfiles => ({ profileIds: [profileId] })
const ofProfiles = ({ profileIds }: { readonly profileIds: readonly string[] }): NamedProfiles => ({ profileIds })
const ofDataset = ({ datasetId }: { readonly datasetId: string }): NamedProfiles => ({ datasetId })
const ofSnapshot = ({ snapshotId }: { readonly snapshotId: string }): NamedProfiles => ({ snapshotId })
const ofImport = ({ profileId }: { readonly profileId?: string | undefined }): NamedProfiles => ({
  profileIds: profileId === undefined ? [] : [profileId],
})

/** The access of every call: one that is missing here doesn't compile. */
export const callAccess: { readonly [N in CallName]: CallAccess<CallInput<N>> } = {
  'app.info': 'view',
  'app.checkForUpdate': 'view',
  'app.settings': 'view',
  'app.changeSettings': 'view',
  'app.takeCredentialToOpen': 'view',
  'app.copyText': 'view',
  'app.openExternal': 'view',

  'profiles.list': 'view',
  'profiles.statuses': 'view',
  'profiles.create': 'services-refuse',
  'profiles.update': ofProfile,
  'profiles.duplicate': ofProfile,
  'profiles.remove': ofProfile,
  'profiles.openFile': 'view',
  'profiles.importFile': 'services-refuse',
  'profiles.exportFile': 'view',
  'profiles.setClientSecret': ofProfile,
  'profiles.hasClientSecret': ofProfile,
  'profiles.setProxyPassword': ofProfile,
  'profiles.removeProxyPassword': ofProfile,
  'profiles.hasProxyPassword': ofProfile,

  'trust.inspectTls': ofProfile,
  'trust.add': ofProfile,

  'credentials.list': 'view',
  'credentials.history': 'view',
  'credentials.inspect': 'view',
  'credentials.createKey': ofProfile,
  'credentials.suggestRequest': 'view',
  'credentials.createRequest': ofProfile,
  'credentials.saveRequest': ofProfile,
  'credentials.copyRequest': ofProfile,
  'credentials.chooseCertificateFiles': 'view',
  'credentials.importChosenFiles': ofImport,
  'credentials.importContents': ofImport,
  'credentials.matchThumbprint': 'view',
  'credentials.confirm': ofProfile,
  'credentials.activate': ofProfile,
  'credentials.retire': ofProfile,
  'credentials.destroyKey': ofProfile,
  'credentials.remove': ofProfile,
  'credentials.saveCertificate': 'view',
  'credentials.saveCertificates': 'view',
  'credentials.bundle': 'view',

  'replacements.list': 'view',
  'replacements.start': ofProfile,
  'replacements.repeatRequest': ofProfile,
  'replacements.takeTogether': ofProfiles,
  'replacements.saveTogether': ofProfiles,
  'replacements.confirmTogether': 'services-refuse',
  'replacements.markUploaded': ofProfile,
  'replacements.skipConfirmation': ofProfile,
  'replacements.tryOut': ofProfile,
  'replacements.switchOver': ofProfile,
  'replacements.goBack': ofProfile,
  'replacements.retireOld': ofProfile,
  'replacements.markRemoved': ofProfile,
  'replacements.end': ofProfile,

  'recovery.list': 'view',
  'recovery.leftBehind': 'view',
  'recovery.attach': ({ profileId, keyId }) => ({ profileIds: [profileId], keyId }),
  'recovery.delete': ({ keyId }) => ({ keyId }),

  'expiry.timeline': 'view',
  'expiry.overview': 'view',
  'expiry.snooze': ofProfile,
  'expiry.unsnooze': ofProfile,
  'expiry.setReplacementUnderWay': ofProfile,
  'expiry.setProfileThresholds': ofProfile,
  'expiry.saveCalendar': 'view',
  'expiry.testWebhook': 'view',

  'backup.create': ofProfiles,
  'backup.openFile': 'view',
  'backup.preview': 'services-refuse',
  'backup.restore': 'services-refuse',

  'tokens.state': 'view',
  'tokens.get': ofProfile,
  'tokens.cancel': 'view',
  'tokens.drop': 'view',
  'tokens.reveal': ofProfile,
  'tokens.copy': ofProfile,
  'tokens.preview': 'view',
  'tokens.requestLog': 'view',
  'tokens.saveCollection': 'view',

  'connection.test': ofProfile,
  'connection.get': ofProfile,

  'doctor.diagnose': ofProfile,
  'doctor.clock': 'view',

  'lists.open': 'view',
  'lists.reload': ofDataset,
  'lists.cancelReload': 'view',
  'lists.loaded': 'view',
  'lists.summary': 'view',
  'lists.load': ofDataset,
  'lists.pause': 'view',
  'lists.stop': 'view',
  'lists.close': 'view',
  'lists.report': 'view',
  'lists.rows': 'view',
  'lists.rowOf': 'view',
  'lists.commonValues': 'view',
  'lists.record': 'view',
  'lists.wholeRow': 'view',
  'lists.chooseRecordMember': ofProfile,
  'lists.profileColumns': 'view',
  'lists.constantColumns': 'view',
  'lists.chart': 'view',
  'lists.cancelAnalysis': 'view',
  'lists.saveChart': 'view',
  'lists.columns': 'view',
  'lists.changeColumns': 'view',
  'lists.dismissColumnChange': 'view',
  'lists.views': 'view',
  'lists.keepState': 'view',
  'lists.forgetStates': 'view',
  'lists.saveView': 'view',
  'lists.changeView': 'view',
  'lists.removeView': 'view',
  'lists.export': 'view',

  'snapshots.list': 'view',
  'snapshots.keep': ofDataset,
  'snapshots.rename': ofSnapshot,
  'snapshots.remove': ofSnapshot,
  'snapshots.open': 'view',
  'comparisons.compare': 'view',

  'jobs.cancel': 'view',

  'activity.list': 'view',
  'activity.entry': 'view',
  'activity.clear': 'view',
  'activity.failure': 'view',
  'activity.export': 'view',

  'practice.state': 'view',
  'practice.start': 'view',
  'practice.stop': 'view',
  'practice.setUp': 'view',
  'practice.tearDown': 'view',
  'practice.setFaults': 'view',
  'practice.setRecords': 'view',
  'practice.setData': 'view',
}
