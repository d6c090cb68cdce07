import { createPrivateKey } from 'node:crypto'
import { othersKey } from '../../testing/prepared-keys.ts'
import { certify, newServerCertificate, type ServerCertificate, type WantedCertificate } from './new-certificate.ts'

export { signCertificate, type ServerCertificate } from './new-certificate.ts'

/** Creates a certificate with any dates; its key is a prepared one, unless its size is unusual. Only in unit tests. */
export function makeServerCertificate(wanted: WantedCertificate): ServerCertificate {
  return (wanted.bits ?? 2048) === 2048 ? certify(createPrivateKey(othersKey()), wanted) : newServerCertificate(wanted)
}
