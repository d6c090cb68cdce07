// The actions of commands that need all services. They are loaded and built as one file, because the services are most
// of its code and each of these commands needs them.
export { createServices } from '../services.ts'
export { environmentProxy } from './input/environment-proxy.ts'
export { importFiles } from './credentials/import-actions.ts'
export { showAuthority, trustAuthority } from './tools/authority-actions.ts'
export { createBackup, restoreBackup, showBackup } from './profiles/backup-actions.ts'
export {
  activateCertificate,
  bundleCertificates,
  confirmCertificate,
  listCertificates,
} from './credentials/certificate-actions.ts'
export { diff } from './lists/diff-actions.ts'
export { runDiagnostics } from './tools/doctor-actions.ts'
export { createKey } from './credentials/key-actions.ts'
export { exportList } from './lists/list-actions.ts'
export { createProfile, exportProfiles, importProfiles, removeNamed, setSettings } from './profiles/profile-changes.ts'
export { attachKey, deleteKey, listKeys } from './credentials/recovery/recovery-actions.ts'
export { createCsr } from './credentials/csr-actions.ts'
export { removeProxyPassword, setSecrets } from './credentials/secret-actions.ts'
export {
  cancelReplacement,
  retireReplaced,
  rollBackReplacement,
  showReplacements,
  startReplacement,
  switchReplacement,
  testReplacement,
} from './credentials/replacement/replace-actions.ts'
export { listSnapshots, removeSnapshot, renameSnapshot } from './lists/snapshot-actions.ts'
export { getToken } from './api/token-actions.ts'
