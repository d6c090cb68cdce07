import { hostPortOf } from '../http/connection/connection-opening.ts'
import { proxyOfAddress, type Proxy } from '../http/connection/proxy-choice.ts'
import { isExcepted } from '../http/connection/proxy-exceptions.ts'

// The actions of commands that need all services. They are loaded and built as one file, because the services are most
// of its code and each of these commands needs them.
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
export { checkProfiles } from './check/check-actions.ts'
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
} from './replacements.ts'
export { listSnapshots, removeSnapshot, renameSnapshot } from './lists/snapshot-actions.ts'
export { execWithToken } from './tokens/exec-actions.ts'
export { getToken } from './tokens/token-actions.ts'

/**
 * Returns the proxy for an address from `https_proxy`, `http_proxy` or `all_proxy`, unless `no_proxy` lists its host.
 * Lower-case names win over upper-case ones, as in curl. Upper-case `HTTP_PROXY` is ignored, because a web server may
 * set it from a request header.
 * @throws `input-invalid`, which names the variable, and `network-proxy`
 */
export function environmentProxy(url: string, env: Readonly<Record<string, string | undefined>>): Proxy | undefined {
  const address = new URL(url)
  const scheme = address.protocol.slice(0, -1)
  if (isExcepted(hostPortOf(address), filled(env['no_proxy']) ?? env['NO_PROXY'] ?? '')) return undefined
  for (const name of [`${scheme}_proxy`, ...(scheme === 'https' ? ['HTTPS_PROXY'] : []), 'all_proxy', 'ALL_PROXY']) {
    const proxy = filled(env[name])
    if (proxy !== undefined)
      return proxyOfAddress(/^[a-z][a-z\d+.-]*:\/\//iu.test(proxy) ? proxy : `http://${proxy}`, name)
  }
  return undefined
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
