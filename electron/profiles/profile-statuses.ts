import { createHash } from 'node:crypto'
import { z } from 'zod'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { leadingCredential, nextSetUpStep } from '#shared/credentials/set-up-step.ts'
import { errorCodeSchema } from '#shared/error-value.ts'
import { ClavisError } from '#shared/errors.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import {
  lastFailureSchema,
  refusalSchema,
  secretStateSchema,
  verifiedParts,
  type ProfileStatus,
  type VerifiedPart,
} from '#shared/profiles/profile-status.ts'
import { instantSchema } from '#shared/profiles/profile.ts'
import { Listeners } from '../events.ts'
import type { SecretUse } from '../keychain/secret-use.ts'
import type { Database } from '../store/database.ts'
import { parseContent, StoredDocument } from '../store/stored-document.ts'
import type { RequestOutcome } from './request-outcome.ts'
import type { ProfileStore } from './store/profile-store.ts'
import { statusDocumentName, type StoredProfile } from './store/stored-profile.ts'

/** A result, and a hash of what it depends on. */
const successSchema = z.strictObject({ at: instantSchema, basis: z.string() })
const partSchema = z.strictObject({
  succeeded: successSchema.optional(),
  failed: successSchema
    .extend({
      code: errorCodeSchema,
      message: z.string(),
      /** The first failure since the last success, with whichever settings; undefined in files of earlier versions. */
      since: instantSchema.optional(),
      attempts: z.int().min(1).optional(),
      refusal: refusalSchema.optional(),
    })
    .optional(),
})

/** Not strict: what only an earlier version stored is left out. */
const storedStatusSchema = z.object({
  token: partSchema.optional(),
  connection: partSchema.optional(),
  lastFailure: lastFailureSchema.extend({ kind: z.enum(['token', 'connection', 'call', 'list']) }).optional(),
  failedList: lastFailureSchema.omit({ recoveredAt: true }).optional(),
  /** What the last look found in the keychain, by the credential of a key or `client-secret`. */
  secrets: z.record(z.string(), secretStateSchema).optional(),
})
type StoredStatus = z.infer<typeof storedStatusSchema>

interface KnownStatus {
  readonly stored: StoredProfile
  readonly content: string | undefined
  readonly status: ProfileStatus
}

interface Options {
  readonly database: Database
  readonly profiles: Pick<ProfileStore, 'list'>
  readonly now: () => number
}

/**
 * Remembers, across restarts, what was verified of each profile and what failed last. It is a document per profile, not the
 * activity: that has no results of unreadable responses or missing keys, and can be cleared.
 *
 * A success counts as long as what it depends on is the same: for the token every setting of its request, the active
 * credential with its certificate, and the client secret; for the connection also the API's address and path. A change of
 * anything else (name, merchant, reporting address) forgets nothing. If the settings are changed back, the earlier success
 * counts again, with its own time.
 */
export class ProfileStatuses {
  readonly #options: Options
  readonly #changes = new Listeners<[profileId: string]>()
  /** What was listed last, by profile: most of it is the same the next time. */
  #known: ReadonlyMap<string, KnownStatus> = new Map()
  /** The documents that listeners know of; undefined until someone listens. */
  #reported: ReadonlyMap<string, string> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Calls a listener after what is remembered of a profile changed, in this or another process. Returns the unsubscribe
   * function.
   */
  onChange(listener: (profileId: string) => void): () => void {
    const unsubscribe = this.#changes.add(listener)
    if (this.#reported === undefined) {
      this.#reported = new Map()
      this.#options.database.onChange(() => this.#write(() => this.#report()))
      this.#write(async () => {
        this.#reported = await this.#contents()
      })
    }
    return unsubscribe
  }

  /** Returns the status of every profile, in their order. @throws `store-…`, `disk-failed` */
  async list(): Promise<ProfileStatus[]> {
    const [profiles, contents] = await Promise.all([this.#options.profiles.list(), this.#contents()])
    this.#known = new Map(
      profiles.map((stored): [string, KnownStatus] => {
        const { id } = stored.profile
        const content = contents.get(id)
        const known = this.#known.get(id)
        const isSame = known?.stored === stored && known.content === content
        return [id, isSame ? known : { stored, content, status: statusOf(stored, this.#parse(content)) }]
      }),
    )
    return [...this.#known.values()].map(({ status }) => status)
  }

  /** Remembers a result. A failure to store it is ignored: no request fails because of it. */
  note(outcome: RequestOutcome): void {
    const at = new Date(this.#options.now()).toISOString()
    this.#write(() => this.#change(outcome.stored.profile.id, (before) => afterOutcome(before, outcome, at)))
  }

  /**
   * Remembers whether a key or client secret was in the keychain when it was stored, used or looked for.
   * @param isLook whether it was only looked for: what was stored or used meanwhile is newer
   */
  noteSecret({ profileId, credentialId = 'client-secret', state }: SecretUse, isLook = false): void {
    this.#write(() =>
      this.#change(profileId, (before) => {
        const known = before.secrets?.[credentialId]
        return known === state || (isLook && known !== undefined)
          ? before
          : { ...before, secrets: { ...before.secrets, [credentialId]: state } }
      }),
    )
  }

  /** Forgets what was verified with a secret that is replaced now, but not that set-up is over. */
  forgetVerified(profileId: string): void {
    this.#write(() =>
      this.#change(profileId, ({ token, connection: _connection, secrets: _secrets, ...others }) =>
        token?.succeeded === undefined
          ? others
          : { ...others, token: { succeeded: { ...token.succeeded, basis: '' } } },
      ),
    )
  }

  /** Forgets what failed last in every profile, with the requests that say so, but not a problem that is still there. */
  forgetFailures(): void {
    this.#write(async () => {
      for (const { profile } of await this.#options.profiles.list())
        await this.#change(profile.id, (before) => {
          const { lastFailure, ...others } = before
          return lastFailure === undefined ? before : others
        })
    })
  }

  /** Waits until everything is stored. */
  end(): Promise<void> {
    return this.#writing
  }

  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ClavisError)) throw error
      }
    })
  }

  async #change(profileId: string, change: (before: StoredStatus) => StoredStatus): Promise<void> {
    const document = this.#document(profileId)
    const before = await document.read()
    // Most pages of a list change nothing, and need no lock.
    if (change(before) === before) return
    await document.change(change)
    await this.#report()
  }

  /** Calls the listeners for each document that differs from what they know. */
  async #report(): Promise<void> {
    if (this.#changes.isEmpty) return
    const before = this.#reported
    const contents = await this.#contents()
    this.#reported = contents
    for (const [profileId, content] of contents) if (content !== before?.get(profileId)) this.#changes.notify(profileId)
  }

  /** Reads the documents of all profiles at once, by profile. */
  #contents(): Promise<ReadonlyMap<string, string>> {
    const prefix = statusDocumentName('')
    return this.#options.database.read((sql) => {
      const found = sql.prepare('SELECT name, content FROM documents WHERE name GLOB ?').all(`${prefix}*`)
      return new Map(found.map(({ name, content }) => [String(name).slice(prefix.length), String(content)]))
    })
  }

  #parse(content: string | undefined): StoredStatus {
    if (content === undefined) return {}
    return parseContent(this.#options.database.path, () => parseStatus(JSON.parse(content)))
  }

  #document(profileId: string): StoredDocument<StoredStatus> {
    return new StoredDocument({
      database: this.#options.database,
      name: statusDocumentName(profileId),
      parse: parseStatus,
    })
  }
}

/** Nothing depends on it: what can't be read is verified again. */
function parseStatus(content: unknown): StoredStatus {
  return storedStatusSchema.safeParse(content ?? {}).data ?? {}
}

/** Returns what is remembered after a result; the same object if it says nothing new. */
function afterOutcome(before: StoredStatus, { stored, kind, what, error }: RequestOutcome, at: string): StoredStatus {
  const part = verifiedParts.find((each) => each === kind)
  const { lastFailure } = before
  if (error !== undefined) {
    const { code, message } = error
    const failure = { lastFailure: { kind, what, message, at } }
    if (kind === 'list') return { ...before, ...failure, failedList: { what, message, at } }
    if (part === undefined) return { ...before, ...failure }
    const { at: lastAt = at, since = lastAt, attempts = 1 }: Partial<Failed> = before[part]?.failed ?? { attempts: 0 }
    const refusal = refusalSchema.safeParse(error.details).data
    const failed = {
      ...{ at, basis: statusBasisOf(stored, part), code, message, since, attempts: attempts + 1 },
      ...(code === 'token-refused' && refusal !== undefined ? { refusal } : {}),
    }
    return { ...before, [part]: { ...before[part], failed }, ...failure }
  }
  const recovers =
    lastFailure?.kind === kind &&
    lastFailure.recoveredAt === undefined &&
    subjectOf(lastFailure.what) === subjectOf(what)
  const recovered = recovers ? { lastFailure: { ...lastFailure, recoveredAt: at } } : {}
  if (part !== undefined)
    return { ...before, [part]: { succeeded: { at, basis: statusBasisOf(stored, part) } }, ...recovered }
  const { failedList, ...others } = before
  const loads = kind === 'list' && failedList !== undefined && subjectOf(failedList.what) === subjectOf(what)
  return recovers || loads ? { ...(loads ? others : before), ...recovered } : before
}

/** Returns what a request is about: all pages of a list are about the list. */
function subjectOf(what: string): string {
  return what.replace(/^(?:Page \d+|First page) of /u, '').replace(/ \(diagnostics\)$/u, '')
}

function statusOf(
  stored: StoredProfile,
  { token, connection, lastFailure, failedList, secrets }: StoredStatus,
): ProfileStatus {
  const parts = { token, connection }
  const current = verifiedParts.flatMap((part) => {
    const { succeeded, failed } = parts[part] ?? {}
    if (succeeded === undefined && failed === undefined) return []
    const basis = statusBasisOf(stored, part)
    return [
      {
        part,
        succeeded: succeeded?.basis === basis ? succeeded : undefined,
        failed: failed?.basis === basis ? failed : undefined,
      },
    ]
  })
  const verified = current.flatMap(({ part, succeeded }) =>
    succeeded === undefined ? [] : [[part, { at: succeeded.at }]],
  )
  const [problem] = current.flatMap(({ part, failed }) => (failed === undefined ? [] : [problemOf(part, failed)]))
  const isSigned = needsCertificate(stored.profile)
  const setUp = isSigned ? nextSetUpStep(stored.credentials) : undefined
  const key = secrets?.[isSigned ? (leadingCredential(stored.credentials)?.id ?? '') : 'client-secret']
  const lastToken = token?.failed ?? token?.succeeded
  return {
    profileId: stored.profile.id,
    verified: Object.fromEntries(verified) as ProfileStatus['verified'],
    wasVerified: token?.succeeded !== undefined,
    ...(setUp === undefined ? {} : { setUp }),
    ...(lastToken === undefined ? {} : { lastToken: { at: lastToken.at, ok: token?.failed === undefined } }),
    ...(problem === undefined ? {} : { problem }),
    ...(lastFailure === undefined ? {} : { lastFailure: withoutKind(lastFailure) }),
    ...(failedList === undefined ? {} : { failedList }),
    ...(key === undefined ? {} : { key }),
  }
}

type Failed = NonNullable<NonNullable<StoredStatus['token']>['failed']>

function problemOf(
  part: VerifiedPart,
  { at, code, message, since = at, attempts = 1, refusal }: Failed,
): NonNullable<ProfileStatus['problem']> {
  return { part, code, message, at, since, attempts, ...(refusal === undefined ? {} : { refusal }) }
}

function withoutKind({
  kind: _kind,
  ...failure
}: NonNullable<StoredStatus['lastFailure']>): NonNullable<ProfileStatus['lastFailure']> {
  return failure
}

/** What of a profile no request for a token or a call depends on. A new setting counts until it is named here. */
const independent: ReadonlySet<string> = new Set<keyof StoredProfile['profile']>([
  'id',
  'name',
  'merchant',
  'practice',
  'revision',
  'createdAt',
  'updatedAt',
  'reportsBaseUrl',
  'recordMembers',
])

/** Returns a hash of everything that a success depends on, besides the client secret. */
function statusBasisOf({ profile, credentials }: StoredProfile, part: VerifiedPart): string {
  const { apiBaseUrl, helloPath, ...others } = profile
  const settings = Object.entries(others).filter(([name]) => !independent.has(name))
  const active = credentials.find(({ state }) => state === 'active')
  const content = [
    settings.toSorted(),
    active?.id,
    active && certificateOf(active)?.thumbprint.sha256,
    ...(part === 'connection' ? [apiBaseUrl, helloPath] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
