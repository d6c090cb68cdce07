// The actions of commands that need all services. They are loaded and built as one file, because the services are most
// of its code and each of these commands needs them: built on its own, a command would be 40 more files to read.
export { environmentProxy } from '../http/connection/environment-proxy.ts'
export { createServices } from '../services.ts'
export { removeLeftDatasets } from '../lists/loading/dataset-files.ts'
export { importFiles } from './credentials/import-actions.ts'
export { showAuthority, trustAuthority } from './profiles/authority-actions.ts'
export { createBackup, restoreBackup, showBackup } from './backup.ts'
export {
  activateCertificate,
  bundleCertificates,
  confirmCertificate,
  listCertificates,
} from './credentials/certificate-actions.ts'
export { checkProfiles } from './check.ts'
export { diff } from './lists/diff-actions.ts'
export { runDiagnostics } from './diagnostics.ts'
export { createKey } from './credentials/csr-actions.ts'
export { exportList } from './lists/list-actions.ts'
export {
  agree,
  createProfile,
  exportProfiles,
  importProfiles,
  removeNamed,
  setSettings,
} from './profiles/profile-changes.ts'
export { attachKey, deleteKey, listKeys } from './credentials/recovery-actions.ts'
export { createCsr } from './credentials/csr-actions.ts'
export { removeProxyPassword, setSecrets } from './credentials/secret-actions.ts'
export {
  cancelReplacement,
  finishReplacement,
  retireReplaced,
  rollBackReplacement,
  showReplacements,
  startReplacement,
  switchReplacement,
  testReplacement,
} from './credentials/replacement-actions.ts'
export { listSnapshots, removeSnapshot, renameSnapshot } from './lists/snapshot-actions.ts'
export { execWithToken } from './tokens/exec-actions.ts'
export { serve } from './tokens/serve-actions.ts'
export { getToken } from './tokens/token-actions.ts'
export { listWatches, removeWatch, setWatch, switchWatchOff, switchWatchOn } from './watches/watch-actions.ts'
export { runWatches } from './watches/watch-run-actions.ts'
