import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { othersKey } from '../../../testing/prepared-keys.ts'

const run = promisify(execFile)

/** A folder in which OpenSSL and GnuTLS make the inputs of a test. */
export class MadeFiles {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<MadeFiles> {
    return new MadeFiles(await mkdtemp(join(tmpdir(), 'clavis-made-')))
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  read(name: string): Promise<Buffer> {
    return readFile(this.path(name))
  }

  write(name: string, content: string | Buffer): Promise<void> {
    return writeFile(this.path(name), content)
  }

  async openssl(...args: string[]): Promise<void> {
    await run('openssl', args, { cwd: this.folder })
  }

  async certtool(...args: string[]): Promise<void> {
    await run('certtool', args, { cwd: this.folder })
  }

  /** A key `NAME.key` and a certificate `NAME.pem`, signed by `issuer` or by itself. */
  async certificate(
    name: string,
    {
      issuer,
      isAuthority = false,
      key = ['rsa:2048'],
      days = 90,
    }: { issuer?: string; isAuthority?: boolean; key?: readonly string[]; days?: number } = {},
  ): Promise<void> {
    const [algorithm = 'rsa:2048', ...parameters] = key
    await this.write('ext.cnf', isAuthority ? 'basicConstraints=critical,CA:TRUE\n' : 'basicConstraints=CA:FALSE\n')
    const subject = ['-subj', `/CN=${name}`]
    const isPrepared = algorithm === 'rsa:2048'
    if (isPrepared) await this.write(`${name}.key`, othersKey())
    const ownKey = isPrepared
      ? ['-key', `${name}.key`]
      : ['-newkey', algorithm, ...parameters, '-nodes', '-keyout', `${name}.key`]
    await this.openssl('req', '-new', ...ownKey, ...subject, '-out', `${name}.csr`)
    await this.signed(name, issuer === undefined ? ['-signkey', `${name}.key`] : this.#signing(issuer), days)
  }

  /** Creates another certificate `OUT.pem` for the CSR of `name`. */
  async again(name: string, out: string, issuer: string, days: number): Promise<void> {
    await this.write('ext.cnf', 'basicConstraints=CA:FALSE\n')
    await this.signed(name, this.#signing(issuer), days, out)
  }

  private async signed(name: string, signing: readonly string[], days: number, out = name): Promise<void> {
    const request = ['x509', '-req', '-in', `${name}.csr`, '-extfile', 'ext.cnf', '-days', String(days)]
    await this.openssl(...request, ...signing, '-out', `${out}.pem`)
  }

  #signing(issuer: string): string[] {
    return ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`]
  }
}
