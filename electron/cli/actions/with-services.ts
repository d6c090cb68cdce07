// The actions of commands that need all services. They are loaded and built as one file, because the services are most
// of its code and each of these commands needs them.
export { createServices } from '../../services.ts'
export { environmentProxy } from '../input/environment-proxy.ts'
export { importFiles } from './import-actions.ts'
export { showAuthority, trustAuthority } from './authority-actions.ts'
export { createBackup, restoreBackup, showBackup } from './backup-actions.ts'
export { activateCertificate, bundleCertificates, confirmCertificate, listCertificates } from './certificate-actions.ts'
export { diff } from './diff-actions.ts'
export { runDiagnostics } from './doctor-actions.ts'
export { createKey } from './key-actions.ts'
export { exportList } from './list-actions.ts'
export { createProfile, exportProfiles, importProfiles, removeNamed, setSettings } from './profile-changes.ts'
export { attachKey, deleteKey, listKeys } from './recovery-actions.ts'
export { createCsr } from './csr-actions.ts'
export { removeProxyPassword, setSecret, setSecrets } from './secret-actions.ts'
export {
  cancelReplacement,
  retireReplaced,
  rollBackReplacement,
  showReplacements,
  startReplacement,
  switchReplacement,
  testReplacement,
} from './replace-actions.ts'
export { listSnapshots, removeSnapshot, renameSnapshot } from './snapshot-actions.ts'
export { getToken } from './token-actions.ts'
