import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { BackupService } from '../backup/backup-service.ts'
import { withoutAsking } from '../confirmation.ts'
import { CredentialService } from '../credentials/credential-service.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { bundledImportWorker } from '../credentials/import/testing/bundled-import-worker.ts'
import { Doctor } from '../diagnostics/doctor.ts'
import { NoticeStore } from '../expiry/notice-store.ts'
import { ProfileHealths } from '../health/profile-healths.ts'
import type { Proxy } from '../http/connection/proxy-choice.ts'
import { ProxyPasswords } from '../http/connection/proxy-passwords.ts'
import { HttpClient } from '../http/http-client.ts'
import { ServiceClocks } from '../http/service-clocks.ts'
import { standardLimits, type TimeLimits } from '../http/time-limits.ts'
import { OsKeychain } from '../keychain/os-keychain.ts'
import { ProfileStatuses } from '../profiles/profile-statuses.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { ReplacementService } from '../replacements/replacement-service.ts'
import { SeveralReplacements } from '../replacements/several-replacements.ts'
import { ActivityLog } from '../requests/activity-log.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { Database } from '../store/database.ts'
import { AuthenticatedClient } from '../tokens/authenticated-client.ts'
import { RequestLog } from '../tokens/request-log/request-log.ts'
import { TokenService } from '../tokens/token-service.ts'
import { preparedKeyPair } from './prepared-keys.ts'
import { sharedKeychain } from './shared-keychain.ts'

const run = promisify(execFile)

/** A fast number of PBKDF2 rounds; `backup-file.test.ts` checks the real one. */
export const fewRounds = 1000

/** The real limits, with short pauses between attempts: tests check which attempts are made. */
const withoutPauses: TimeLimits = { ...standardLimits, firstPause: 5 }

interface Conditions {
  /** Creates the jti of assertions; by default a new one for each. */
  readonly assertionId?: () => string
  readonly limits?: TimeLimits
  /** Time limit of a token request with its retries, milliseconds. */
  readonly tokenLimit?: number
  /** Time limit of a call with its retries, milliseconds. */
  readonly callLimit?: number
  /** The system's proxy. */
  readonly systemProxy?: () => Proxy
}

/** The real services with their own folder and the real keychain, and a clock that a test can advance. */
export interface TestServices {
  readonly folder: string
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly backup: BackupService
  readonly activity: ActivityLog
  readonly http: HttpClient
  readonly proxyPasswords: ProxyPasswords
  readonly tokens: TokenService
  readonly client: AuthenticatedClient
  readonly doctor: Doctor
  readonly settings: SettingsStore
  readonly keychain: OsKeychain
  readonly keyUses: KeyUses
  readonly replacements: ReplacementService
  readonly severalReplacements: SeveralReplacements
  /** Advances the services' clock, milliseconds. */
  readonly advance: (milliseconds: number) => void
  readonly newProfile: (settings: Partial<ProfileSettings> & Pick<ProfileSettings, 'tokenUrl'>) => Promise<Profile>
  /** Gives the profile an active credential with a certificate signed by OpenSSL. Returns its PEM. */
  readonly activateCredential: (profileId: string) => Promise<string>
  readonly end: () => Promise<void>
}

export async function startTestServices({
  limits = withoutPauses,
  tokenLimit,
  callLimit,
  systemProxy,
  assertionId = randomUUID,
}: Conditions = {}): Promise<TestServices> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-test-'))
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const database = new Database({ folder })
  const profiles = new ProfileStore({ database, now, newId: randomUUID, isTyped: true, startKeychain: sharedKeychain })
  const keychain = new OsKeychain({ database, startProcess: sharedKeychain })
  const activity = new ActivityLog()
  const keyUses = new KeyUses({ activity, now })
  const settings = new SettingsStore({ database })
  const timeZone = (): Promise<string | undefined> => settings.timeZone()
  const credentials = new CredentialService({
    profiles,
    keychain,
    keyUses,
    now,
    newId: randomUUID,
    importWorker: bundledImportWorker(),
    newKeyPair: preparedKeyPair,
    timeZone,
  })
  const backup = new BackupService({ profiles, keychain, keyUses, now, newId: randomUUID, timeZone, rounds: fewRounds })
  const clocks = new ServiceClocks()
  const proxyPasswords = new ProxyPasswords({ profiles, keychain })
  const resolveProxy = () => Promise.resolve(systemProxy?.())
  const http = new HttpClient({ resolveProxy, proxyPasswords, activity, now, clocks, limits })
  const requestLog = new RequestLog()
  const tokens = new TokenService({
    ...{ profiles, credentials, http, clocks, requestLog, keyUses, now },
    newId: assertionId,
    ...(tokenLimit === undefined ? {} : { requestLimit: tokenLimit }),
  })
  const client = new AuthenticatedClient({ profiles, tokens, http, ...(callLimit === undefined ? {} : { callLimit }) })
  const healths = new ProfileHealths({
    ...{ profiles, settings, notices: new NoticeStore({ database }), keychain, now },
    statuses: new ProfileStatuses({ database, profiles, now }),
  })
  const doctor = new Doctor({
    ...{ profiles, credentials, keychain, tokens, client, http, clocks, now, limits },
    certificateCheck: (profileId) => healths.certificateOf(profileId),
    commandLine: 'clavis',
  })
  const replacements = new ReplacementService({ profiles, credentials, tokens, now, newId: randomUUID })
  const severalReplacements = new SeveralReplacements({ profiles, credentials, tokens, replacements })
  return {
    folder,
    profiles,
    credentials,
    backup,
    activity,
    http,
    proxyPasswords,
    tokens,
    client,
    doctor,
    settings,
    keychain,
    keyUses,
    replacements,
    severalReplacements,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    newProfile: (settings) => {
      const flavor = settings.flavor ?? 'jwt'
      const common = { name: `Profile ${randomUUID()}`, clientId: 'acme', ...defaultProfileSettings(flavor) }
      const environment = flavor === 'basic' ? ('mock' as const) : ('client-testing' as const)
      return profiles.create({ environment, ...common, ...settings }, { practice: false })
    },
    activateCredential: async (profileId) => {
      const { id } = await credentials.createKey(profileId, 2048)
      const subject = { commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '' }
      const request = await credentials.createRequest(profileId, id, { ...subject, country: '', emailAddress: '' }, [])
      const file = (name: string): string => join(folder, name)
      await writeFile(file('request.csr'), request.request?.pem ?? '')
      const { keyPem, certificatePem } = inject('preparedAuthority')
      await writeFile(file('ca.key'), keyPem)
      await writeFile(file('ca.pem'), certificatePem)
      const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-days', '20', '-out', file('leaf.pem')]
      await run('openssl', ['x509', '-req', '-in', file('request.csr'), ...signing])
      const certificate = await readFile(file('leaf.pem'), 'utf8')
      await credentials.imports.import([contentOfText(certificate)])
      await credentials.activate(profileId, id, withoutAsking)
      return certificate
    },
    end: async () => {
      for (const { profile } of await profiles.list()) await credentials.destroySecretsOf(profile.id)
      await http.close()
      await profiles.database.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
