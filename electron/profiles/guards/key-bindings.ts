import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { environmentSchema } from '#shared/profiles/environment-schemas.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { usesOnlyThisComputer, type Profile } from '#shared/profiles/profile.ts'
import { type Confirmation, nameLines } from '#shared/questions.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { quoted } from '../../files/own-data-folder.ts'
import { bindingAccount, type Keychain } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import type { Transaction } from '../../store/database.ts'
import { originOf } from '../shown-value.ts'
import { confirmOfCall } from './host-guard.ts'
import { shownOrigin } from './host-question.ts'

const bindingSchema = z.strictObject({
  profileId: z.string(),
  environment: environmentSchema,
  /** An origin; of a practice profile `practice`, because the port of its service changes. */
  tokenHost: z.string(),
})
type Binding = z.infer<typeof bindingSchema>

function bindingOf(profile: Profile): Binding {
  const { id, environment, practice, tokenUrl } = profile
  const isPractice = practice && usesOnlyThisComputer(profile)
  return { profileId: id, environment, tokenHost: isPractice ? 'practice' : (originOf(tokenUrl) ?? tokenUrl) }
}

/**
 * Keeps in the keychain, beside each key, what it was stored for. A database that somebody edited, or one from elsewhere, can't make
 * a key sign for anything else without the person's word (decision 075).
 */
export class KeyBindings {
  readonly #keychain: Keychain

  constructor(keychain: Keychain) {
    this.#keychain = keychain
  }

  /** Binds a key to what its profile is now: it was stored for that, or the person agreed. */
  async bind(keyId: string, profile: Profile, within?: Transaction): Promise<void> {
    await this.#write(keyId, JSON.stringify(bindingOf(profile)), within)
  }

  /** Binds the copy of a key to what the key is bound to. */
  async copy(from: string, to: string, within: Transaction): Promise<void> {
    const bound = await this.#keychain.read(bindingAccount(from))
    if (bound !== undefined) await this.#write(to, bound.text(), within)
  }

  /**
   * Follows a change that Clavis made to a profile, for a key that was used as it was stored for: changing anything else doesn't
   * make a row right that somebody edited.
   * @param isAgreed whether the person agreed to the token host that the profile has now; else it follows with the agreement
   */
  async followChange(
    keyId: string,
    before: Profile,
    after: Profile,
    isAgreed: boolean,
    within: Transaction,
  ): Promise<void> {
    const [bound, was] = [await this.#read(keyId), bindingOf(before)]
    if (bound !== undefined && !isSame(bound, was)) return
    const now = bindingOf(after)
    await this.#write(keyId, JSON.stringify(isAgreed ? now : { ...now, tokenHost: was.tokenHost }), within)
  }

  /** Binds a key to the new token host of its profile, to which the person agreed; to no other profile or environment. */
  async follow(keyId: string, profile: Profile): Promise<void> {
    const bound = await this.#read(keyId)
    const now = bindingOf(profile)
    if (bound?.profileId === now.profileId && bound.environment === now.environment) await this.bind(keyId, profile)
  }

  /**
   * Makes sure that a key is used for what it was stored for; asks in the window whose call uses it otherwise. A key of an earlier
   * Clavis is bound by its first use.
   * @throws `host-not-agreed` without the person's word; what their answer throws
   */
  async require(keyId: string, profile: Profile): Promise<void> {
    const [bound, now] = [await this.#read(keyId), bindingOf(profile)]
    if (bound === undefined) {
      // Whatever can't be written must not stop what could be done before: the next use binds it.
      await this.bind(keyId, profile).catch(() => undefined)
      return
    }
    if (isSame(bound, now)) return
    const confirm = confirmOfCall()
    if (confirm === undefined) throw notAgreed(profile, usesOf(bound, now))
    await confirm(otherUseQuestion(profile, usesOf(bound, now)))
    await this.bind(keyId, profile)
  }

  /** Returns whether a key was stored for Production, whatever its profile says now. */
  async isForProduction(keyId: string): Promise<boolean> {
    return (await this.#read(keyId))?.environment === 'production'
  }

  async #read(keyId: string): Promise<Binding | undefined> {
    const text = (await this.#keychain.read(bindingAccount(keyId)))?.text()
    return text === undefined ? undefined : bindingSchema.parse(JSON.parse(text))
  }

  async #write(keyId: string, text: string, within?: Transaction): Promise<void> {
    await Secret.fromText(text).whileUsed((secret) => this.#keychain.replace(bindingAccount(keyId), secret, within))
  }
}

function isSame(one: Binding, other: Binding): boolean {
  return one.profileId === other.profileId && one.environment === other.environment && one.tokenHost === other.tokenHost
}

function usesOf(bound: Binding, now: Binding): string[] {
  const shown = ({ environment, tokenHost }: Binding): string =>
    `${environmentNames[environment]}, ${tokenHost === 'practice' ? 'the practice service' : shownOrigin(tokenHost)}`
  return [
    `The key was stored for: ${shown(bound)}${bound.profileId === now.profileId ? '' : ', by another profile'}`,
    `It would be used for: ${shown(now)}`,
    'No setting changed in Clavis: its database was edited, or comes from elsewhere.',
  ]
}

function otherUseQuestion({ name }: Profile, uses: readonly string[]): Confirmation {
  return {
    names: [name],
    message: 'Use a key for something other than it was stored for?',
    details: [...nameLines([name]), ...uses],
    action: 'Use key',
  }
}

function notAgreed({ name, tokenUrl }: Profile, uses: readonly string[]): ClavisError {
  return new ClavisError('host-not-agreed', `Nothing was signed for “${visibleLine(name)}”. ${uses.join('. ')}`, {
    hint: 'If that is right, set the token URL again on the command line, or use the key once in the Clavis window. Otherwise correct the profile.',
    details: { arguments: `profile set ${quoted(name)} ${quoted(`tokenUrl=${tokenUrl}`)}` },
  })
}
