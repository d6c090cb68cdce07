/**
 * What the commands do that need more than the profiles, and what they do it with. It is loaded as one, and built into one
 * file: the services are most of it, and each of these commands needs them.
 */
export { createServices } from '../../services.ts'
export { environmentProxy } from '../input/environment-proxy.ts'
export { importFiles } from '../input/import-files.ts'
export { showAuthority, trustAuthority } from './authority-actions.ts'
export { createBackup, restoreBackup, showBackup } from './backup-actions.ts'
export { activateCertificate, bundleCertificates, listCertificates } from './certificate-actions.ts'
export { diff } from './diff-actions.ts'
export { examine } from './doctor-actions.ts'
export { createKey } from './key-actions.ts'
export { saveList } from './list-actions.ts'
export { exportProfiles, importProfiles, removeNamed } from './profile-changes.ts'
export { attachKey, deleteKey, listKeys } from './recovery-actions.ts'
export { createRequest } from './request-actions.ts'
export { removeProxyPassword, setSecret } from './secret-actions.ts'
export { listSnapshots, removeSnapshot, renameSnapshot } from './snapshot-actions.ts'
export { getToken } from './token-actions.ts'
