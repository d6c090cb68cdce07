import { rm } from 'node:fs/promises'
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Subject } from '../../shared/model/credential.ts'
import type { Environment, Flavor } from '../../shared/model/environment.ts'
import { ClavisError } from '../../shared/model/error.ts'
import type { PracticeFault, PracticeState } from '../../shared/model/practice.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '../../shared/model/profile.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { Secret } from '../keychain/secret.ts'
import type { PracticeService, PracticeServiceOptions } from '../practice/practice-service.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  /** Where the practice service keeps its state. */
  readonly folder: string
  readonly startService: (options: PracticeServiceOptions) => Promise<PracticeService>
  readonly now: () => number
}

/** One profile of the set, with what the portal's tab gives it. */
interface Recipe {
  readonly tab: 'mock' | 'client-testing' | 'production' | 'legacy'
  readonly name: string
  readonly environment: Environment
  readonly flavor: Flavor
  /** How long its certificate is valid, days; undefined where it has none. */
  readonly days: number | undefined
}

/** Production's certificate ends soon, so that a newcomer sees what a warning looks like. */
const recipes: readonly Recipe[] = [
  { tab: 'mock', name: 'Practice Mock', environment: 'mock', flavor: 'basic', days: undefined },
  { tab: 'client-testing', name: 'Practice Client Testing', environment: 'client-testing', flavor: 'jwt', days: 365 },
  { tab: 'production', name: 'Practice Production', environment: 'production', flavor: 'jwt', days: 21 },
  { tab: 'legacy', name: 'Practice Legacy', environment: 'client-testing', flavor: 'legacy', days: 365 },
]

/** Records in each list at first. */
const firstRecords = 25_000

const tabSchema = z.looseObject({
  tab: z.string(),
  tokenUrl: z.string(),
  apiBaseUrl: z.string(),
  reportsBaseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  audience: z.string().optional(),
})
type PortalTab = z.infer<typeof tabSchema>
const securitySchema = z.looseObject({ tabs: z.array(tabSchema) })
const signedSchema = z.looseObject({ certificate: z.string(), chain: z.array(z.string()) })
const authoritySchema = z.looseObject({ certificate: z.string() })

/** The practice service as a part of the app, and the profiles that are made against it. */
export class PracticeProfiles {
  readonly #profiles: ProfileStore
  readonly #credentials: CredentialService
  readonly #folder: string
  readonly #startService: Options['startService']
  readonly #now: () => number
  readonly #listeners = new Set<(state: PracticeState) => void>()
  #service: PracticeService | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ profiles, credentials, folder, startService, now }: Options) {
    this.#profiles = profiles
    this.#credentials = credentials
    this.#folder = folder
    this.#startService = startService
    this.#now = now
  }

  async state(): Promise<PracticeState> {
    const profiles = (await this.#own()).length
    const service = this.#service
    if (service === undefined) return { kind: 'stopped', profiles }
    const { httpOrigin, httpsOrigin, portalUrl, faults, records } = service
    return { kind: 'running', profiles, httpOrigin, httpsOrigin, portalUrl, faults: [...faults], records }
  }

  /** @throws `practice-port-taken` */
  start(): Promise<PracticeState> {
    return this.#alone(async () => {
      await this.#running()
      return this.#tell()
    })
  }

  stop(): Promise<PracticeState> {
    return this.#alone(async () => {
      await this.#stopService()
      return this.#tell()
    })
  }

  /**
   * Starts the service and makes the practice profiles, ready to use: real keys in the keychain, CSRs signed by the
   * practice authority, certificates uploaded to the practice portal and confirmed. What is there already is kept; where
   * it fails half-way, what it made is removed again.
   */
  setUp(): Promise<Profile[]> {
    return this.#alone(async () => {
      const service = await this.#running()
      const tabs = securitySchema.parse(await ask(service, 'security')).tabs
      const authority = authoritySchema.parse(await ask(service, 'authority')).certificate
      const made: Profile[] = []
      try {
        const present = await this.#own()
        const wanted = recipes.filter(({ name }) => !present.some((profile) => profile.name === name))
        for (const recipe of wanted) made.push(await this.#create(recipe, tabFor(tabs, recipe), authority))
        await Promise.all(made.map((profile, index) => this.#equip(profile, wanted[index], tabs, service)))
      } catch (error) {
        for (const { id } of made) await this.#removeProfile(id).catch(() => undefined)
        throw error
      }
      await this.#tell()
      return this.#own()
    })
  }

  /** Removes the practice profiles with their keys, stops the service and forgets its state. */
  tearDown(): Promise<void> {
    return this.#alone(async () => {
      for (const { id } of await this.#own()) await this.#removeProfile(id)
      await this.#stopService()
      await rm(this.#folder, { recursive: true, force: true })
      await this.#tell()
    })
  }

  /** @throws `practice-not-running` */
  setFaults(faults: readonly PracticeFault[]): Promise<PracticeState> {
    return this.#alone(() => {
      this.#required().setFaults(faults)
      return this.#tell()
    })
  }

  /** @throws `practice-not-running` */
  setRecords(records: number): Promise<PracticeState> {
    return this.#alone(() => {
      this.#required().setRecords(records)
      return this.#tell()
    })
  }

  /** Tells each change. Answers the unsubscribe. */
  onChange(listener: (state: PracticeState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the service; profiles stay. */
  end(): Promise<void> {
    return this.#alone(() => this.#stopService())
  }

  async #create({ name, environment, flavor }: Recipe, tab: PortalTab, authority: string): Promise<Profile> {
    const settings: ProfileSettings = {
      ...defaultProfileSettings(flavor),
      name,
      environment,
      clientId: tab.clientId,
      tokenUrl: tab.tokenUrl,
      apiBaseUrl: tab.apiBaseUrl,
      reportsBaseUrl: tab.reportsBaseUrl,
      audience: tab.audience ?? '',
      certificateAuthorities: tab.tokenUrl.startsWith('https:') ? [authority] : [],
    }
    return this.#profiles.create(settings, { practice: true })
  }

  /** Gives a profile its client secret, or a key with a certificate that the portal knows. */
  async #equip(
    { id, name }: Profile,
    recipe: Recipe | undefined,
    tabs: readonly PortalTab[],
    service: PracticeService,
  ): Promise<void> {
    if (recipe === undefined) return
    const { clientSecret } = tabFor(tabs, recipe)
    if (clientSecret !== undefined) await this.#credentials.setClientSecret(id, Secret.fromText(clientSecret))
    if (recipe.days === undefined) return
    const { id: credentialId } = await this.#credentials.createKey(id, 2048)
    const requested = await this.#credentials.createRequest(id, credentialId, subjectFor(name), [])
    const signed = signedSchema.parse(
      await ask(service, 'authority/sign', { request: requested.request?.pem ?? '', days: recipe.days }),
    )
    await this.#credentials.markRequestExported(id, credentialId)
    await this.#credentials.importCertificates([[signed.certificate, ...signed.chain].join('')], { profileId: id })
    await ask(service, `security/${recipe.tab}/certificates`, { certificates: [signed.certificate] })
    const thumbprint = new X509Certificate(signed.certificate).fingerprint.replaceAll(':', '')
    await this.#credentials.confirm(id, credentialId, thumbprint)
    await this.#credentials.activate(id, credentialId)
  }

  async #own(): Promise<Profile[]> {
    return (await this.#profiles.list()).map(({ profile }) => profile).filter(({ practice }) => practice)
  }

  async #removeProfile(profileId: string): Promise<void> {
    await this.#credentials.destroySecretsOf(profileId)
    await this.#profiles.remove(profileId)
  }

  async #running(): Promise<PracticeService> {
    this.#service ??= await this.#startService({
      folder: this.#folder,
      records: firstRecords,
      faults: [],
      now: this.#now,
    })
    return this.#service
  }

  async #stopService(): Promise<void> {
    const service = this.#service
    this.#service = undefined
    await service?.stop()
  }

  #required(): PracticeService {
    if (this.#service === undefined)
      throw new ClavisError('practice-not-running', 'The practice service is not running.', { hint: 'Start it first.' })
    return this.#service
  }

  async #tell(): Promise<PracticeState> {
    const state = await this.state()
    for (const listener of this.#listeners) listener(state)
    return state
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

function tabFor(tabs: readonly PortalTab[], recipe: Recipe): PortalTab {
  const tab = tabs.find((each) => each.tab === recipe.tab)
  if (tab === undefined) throw new Error(`The practice portal has no tab ${recipe.tab}.`)
  return tab
}

function subjectFor(name: string): Subject {
  return {
    commonName: name,
    organization: 'Clavis practice',
    organizationalUnit: '',
    locality: '',
    state: '',
    country: '',
    emailAddress: '',
  }
}

/** Asks the practice portal, as its page does. */
async function ask(service: PracticeService, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${service.portalUrl}/api/${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new ClavisError('service-refused', `The practice portal refused: ${JSON.stringify(answer)}`, {
    hint: 'Remove the practice profiles and set them up anew.',
  })
}
