import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { BackupService } from './backup/backup-service.ts'
import { CredentialService } from './credentials/credential-service.ts'
import { RecoveryService } from './credentials/recovery/recovery-service.ts'
import { Doctor } from './diagnostics/doctor.ts'
import { ExpiryWatch } from './expiry/expiry-watch.ts'
import { NoticeStore } from './expiry/notice-store.ts'
import { Outbox } from './expiry/warning-outbox.ts'
import { createWebhook } from './expiry/webhook.ts'
import { reportFault } from './fault-log.ts'
import { ProfileHealths } from './health/profile-healths.ts'
import type { Proxy } from './http/connection/proxy-choice.ts'
import { ProxyPasswords } from './http/connection/proxy-passwords.ts'
import type { TlsEnvironment } from './http/connection/tls-environment.ts'
import { HttpClient } from './http/http-client.ts'
import type { RequestWatcher } from './http/http-message.ts'
import { ServerTrust } from './http/server-trust.ts'
import { ServiceClocks } from './http/service-clocks.ts'
import type { StartKeychainProcess } from './keychain/keychain-process-start.ts'
import type { Keychain } from './keychain/keychain.ts'
import { OsKeychain } from './keychain/os-keychain.ts'
import { ComparisonService } from './lists/comparison-service.ts'
import { ListColumnsStore } from './lists/list-columns-store.ts'
import { ListService } from './lists/list-service.ts'
import { DatasetRegistry } from './lists/loading/dataset-registry.ts'
import type { PageClient } from './lists/loading/list-pages.ts'
import { standardPageRetry } from './lists/loading/page-retry.ts'
import { SnapshotFiles } from './lists/snapshot-files.ts'
import { SnapshotService } from './lists/snapshot-service.ts'
import { ListViews } from './lists/views/list-views.ts'
import { LocalAddresses } from './local-address/local-addresses.ts'
import type { Limits } from './local-address/request-limits.ts'
import { openProfiles } from './open-profiles.ts'
import { PracticeOrigins } from './practice/practice-origins.ts'
import { PracticeProfiles } from './practice/practice-profiles.ts'
import { HostGuard } from './profiles/guards/host-guard.ts'
import { ReadOnlyKeychain } from './profiles/guards/read-only-keychain.ts'
import { ProfileStatuses } from './profiles/profile-statuses.ts'
import type { ProfileStore } from './profiles/store/profile-store.ts'
import { ReplacementService } from './replacements/replacement-service.ts'
import { SeveralReplacements } from './replacements/several-replacements.ts'
import { ActivityHistory } from './requests/activity-history.ts'
import { ActivityLog } from './requests/activity-log.ts'
import { KeyUses } from './requests/key-uses.ts'
import { StoredActivity } from './requests/stored-activity.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { UpdateCheckService } from './settings/update-check.ts'
import type { Database } from './store/database.ts'
import { AuthenticatedClient } from './tokens/authenticated-client.ts'
import { RequestLog } from './tokens/request-log/request-log.ts'
import { TokenService } from './tokens/token-service.ts'
import { WatchRunner } from './watches/watch-runner.ts'
import { WatchService } from './watches/watch-service.ts'

/** How long the services wait for a response, including retries, milliseconds (default: their own limits). */
export interface WaitLimits {
  readonly tokenMs?: number
  /** For requests without a limit of their own, such as pages of a list. */
  readonly requestMs?: number
}

/** What the services need from outside: the only difference between the window and the command line. */
export interface ServiceOptions {
  /** Where profiles, settings and the practice service's state are stored; created if missing. */
  readonly dataFolder: string
  /** The record store's worker: built next to main, or its source in plain Node. */
  readonly recordStoreWorker: URL
  /** The worker that reads imported files: built next to main, or its source in plain Node. */
  readonly importWorker: URL
  /** Replaces the operating system's keychain. */
  readonly keychain?: Keychain | undefined
  /** Starts the process of the keychain library, on Linux. By default, it runs the program's source. */
  readonly startKeychain?: StartKeychainProcess | undefined
  /** PBKDF2 rounds of backups; by default those that protect real ones. */
  readonly backupRounds?: number
  /** The proxy for an address: its URL, or undefined for a direct connection. */
  readonly resolveProxy: (url: string) => Promise<Proxy | undefined>
  /** TLS settings that were set outside of Clavis, for diagnostics to name (default: none). */
  readonly tlsEnvironment?: TlsEnvironment
  /** What a person types to call the command line, for remedies (default: `clavis`). */
  readonly commandLine?: string
  /** Follows all requests. */
  readonly watcher?: RequestWatcher
  readonly waits?: WaitLimits
  /** Replaces the client that fetches pages of lists, for example by one that masks secrets in them. */
  readonly pageClient?: (client: PageClient) => PageClient
  /** Of each local address; by default the standard ones. */
  readonly localLimits?: Limits
  /** Whether Production profiles can be used, or only viewed (default: full, as on the command line). */
  readonly productionAccess?: ProductionAccess
  /** Whether a person types every command: hosts without agreement are refused with one that agrees (default: no, main asks). */
  readonly isTyped?: boolean
}

export interface Services {
  readonly database: Database
  readonly productionAccess: ProductionAccess
  readonly profiles: ProfileStore
  readonly statuses: ProfileStatuses
  readonly healths: ProfileHealths
  readonly credentials: CredentialService
  readonly backup: BackupService
  readonly recovery: RecoveryService
  readonly proxyPasswords: ProxyPasswords
  readonly tokens: TokenService
  readonly requestLog: RequestLog
  readonly replacements: ReplacementService
  readonly severalReplacements: SeveralReplacements
  readonly client: AuthenticatedClient
  readonly http: Pick<HttpClient, 'prepare' | 'requireAgreedHosts'>
  readonly doctor: Doctor
  readonly datasets: DatasetRegistry
  readonly lists: ListService
  readonly snapshots: SnapshotService
  readonly listColumns: ListColumnsStore
  readonly listViews: ListViews
  readonly comparisons: ComparisonService
  readonly activity: ActivityLog
  readonly history: ActivityHistory
  readonly trust: ServerTrust
  readonly practice: PracticeProfiles
  readonly localAddresses: LocalAddresses
  readonly settings: SettingsStore
  readonly notices: NoticeStore
  readonly expiry: ExpiryWatch
  readonly outbox: Outbox
  readonly watches: WatchService
  readonly watchRunner: WatchRunner
  readonly updates: UpdateCheckService
  /** Stops what is running and removes temporary files. */
  readonly end: () => Promise<void>
}

/**
 * Builds every service once. Nothing is read, opened or started here: each service does that on first use.
 * @param profiles if they are open already
 */
export function createServices(
  options: ServiceOptions,
  profiles: ProfileStore = openProfiles(options.dataFolder, options),
): Services {
  const { dataFolder, recordStoreWorker, importWorker, resolveProxy, tlsEnvironment } = options
  const { commandLine = 'clavis', watcher, waits = {}, backupRounds, productionAccess = 'full' } = options
  const now = Date.now
  const newId = randomUUID

  const { database } = profiles
  const settings = new SettingsStore({ database })
  const activity = new ActivityLog()
  const history = new ActivityHistory({ log: activity, stored: new StoredActivity({ database }) })
  const keyUses = new KeyUses({ activity, now })
  const held = options.keychain ?? new OsKeychain({ database, startProcess: options.startKeychain })
  const keychain = productionAccess === 'full' ? held : new ReadOnlyKeychain({ keychain: held, profiles })
  const timeZone = (): Promise<string | undefined> => settings.timeZone()
  const credentials = new CredentialService({ profiles, keychain, keyUses, now, newId, importWorker, timeZone })
  const clocks = new ServiceClocks()
  const proxyPasswords = new ProxyPasswords({ profiles, keychain })
  const given = tlsEnvironment === undefined ? {} : { tlsEnvironment }
  const origins = new PracticeOrigins({ database })
  const http = new HttpClient({
    resolveProxy,
    proxyPasswords,
    activity,
    now,
    clocks,
    watcher,
    refusalHint: (url) => origins.refusalHint(url),
    timeLimit: waits.requestMs,
    hosts: new HostGuard({
      database,
      profiles,
      isPracticeHost: (host) => practice.isOwnHost(host),
      onAgreed: (profileId) => credentials.followHosts(profileId),
      ...(options.isTyped === true ? { commandLine } : {}),
    }),
    ...given,
  })
  const backup = new BackupService({
    profiles,
    keychain,
    keyUses,
    now,
    newId,
    timeZone,
    ...(backupRounds === undefined ? {} : { rounds: backupRounds }),
  })
  const recovery = new RecoveryService({ profiles, keychain, keyUses, now, timeZone })
  const requestLog = new RequestLog()
  const tokens = new TokenService({
    profiles,
    credentials,
    http,
    clocks,
    requestLog,
    keyUses,
    now,
    newId,
    requestLimit: waits.tokenMs,
  })
  const replacements = new ReplacementService({ profiles, credentials, tokens, now, newId })
  const severalReplacements = new SeveralReplacements({ profiles, credentials, tokens, replacements })
  const client = new AuthenticatedClient({ profiles, tokens, http })
  const statuses = new ProfileStatuses({ database, profiles, now })
  for (const { onOutcome } of [tokens, client]) onOutcome((outcome) => statuses.note(outcome))
  for (const onNewSecrets of [credentials.clientSecrets.onSet, backup.onReplaced])
    onNewSecrets((profileId) => statuses.forgetVerified(profileId))
  for (const { onUse } of [keyUses, credentials.clientSecrets]) onUse((use) => statuses.noteSecret(use))
  history.onClear(() => statuses.forgetFailures())
  const doctor = new Doctor({
    profiles,
    credentials,
    keychain,
    tokens,
    client,
    http,
    clocks,
    now,
    certificateCheck: (profileId) => healths.certificateOf(profileId),
    commandLine,
    ...given,
  })
  const datasets = new DatasetRegistry({
    workerUrl: recordStoreWorker,
    temporaryFolder: join(dataFolder, 'runs'),
    language: () => new Intl.Collator().resolvedOptions().locale,
    retry:
      waits.requestMs === undefined ? undefined : { ...standardPageRetry, forMs: waits.requestMs, isAttended: false },
    now,
    newId,
  })
  const pageClient = options.pageClient?.(client) ?? client
  const lists = new ListService({ profiles, client: pageClient, datasets, now })
  const snapshotFiles = new SnapshotFiles({ database, folder: join(dataFolder, 'snapshots') })
  const snapshots = new SnapshotService({ profiles, client: pageClient, datasets, files: snapshotFiles, now, newId })
  const trust = new ServerTrust({ profiles, http })
  const listColumns = new ListColumnsStore({ database, profiles, now })
  const listViews = new ListViews({ database, newId })
  const comparisons = new ComparisonService({ datasets, snapshots })
  const practice: PracticeProfiles = new PracticeProfiles({
    profiles,
    credentials,
    snapshots,
    origins,
    folder: join(dataFolder, 'practice'),
    startService: async (options) => {
      const { startPracticeService } = await import('./practice/service/practice-service.ts')
      return startPracticeService(options)
    },
    now,
  })
  const notices = new NoticeStore({ database })
  const healths = new ProfileHealths({ profiles, settings, notices, statuses, keychain, now })
  const postWarning = createWebhook(http)
  const outbox = new Outbox({ database, settings, notices, postWarning, now })
  const expiry = new ExpiryWatch({
    ...{ profiles, settings, notices, outbox, postWarning, now },
    healths: () => healths.judged(),
  })
  const watchStores = { database, profiles, settings, listViews, snapshots, datasets, now, newId }
  const watches = new WatchService(watchStores)
  const watchRunner = new WatchRunner({
    ...watchStores,
    ...{ watches, lists, comparisons, outbox, productionAccess, folder: join(dataFolder, 'watches') },
    onFault: (fault) => reportFault('watches', fault),
  })
  tokens.onOutcome(({ stored, kind, error }) => {
    // What can't be stored now is stored after the next token.
    if (kind === 'token' && error === undefined)
      void watchRunner.noteTokenWorks(stored.profile.id).catch(() => undefined)
  })
  const localAddresses = new LocalAddresses({
    profiles,
    client,
    productionAccess,
    now,
    onFault: (fault) => reportFault('local-address', fault),
    ...(options.localLimits === undefined ? {} : { limits: options.localLimits }),
  })
  const updates = new UpdateCheckService({ dataFolder, http })

  return {
    database,
    productionAccess,
    profiles,
    statuses,
    healths,
    credentials,
    backup,
    recovery,
    proxyPasswords,
    tokens,
    requestLog,
    replacements,
    severalReplacements,
    client,
    http,
    doctor,
    datasets,
    lists,
    snapshots,
    listColumns,
    listViews,
    comparisons,
    activity,
    history,
    trust,
    practice,
    localAddresses,
    settings,
    notices,
    expiry,
    outbox,
    watches,
    watchRunner,
    updates,
    end: async () => {
      outbox.end()
      healths.end()
      watches.end()
      await watchRunner.end()
      await localAddresses.end()
      await Promise.allSettled([datasets.end(), practice.end()])
      await http.close()
      profiles.end()
      listViews.end()
      await Promise.all([history.end(), statuses.end()])
      // Waits for changes that the window shows already.
      await database.end()
    },
  }
}
