import type { Diagnosis, DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import type { HealthCheck } from '#shared/health/health-schemas.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import type { TlsEnvironment } from '../http/connection/tls-environment.ts'
import type { HttpClient } from '../http/http-client.ts'
import { isOff, type ClockOffset, type ServiceClocks } from '../http/service-clocks.ts'
import type { TimeLimits } from '../http/time-limits.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { SeesProfile } from '../profiles/guards/require-usable.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { AuthenticatedClient } from '../tokens/authenticated-client.ts'
import type { TokenService } from '../tokens/token-service.ts'
import { causesOf } from './causes.ts'
import { connectionSteps, findProxy } from './connection-steps.ts'
import { certificateStep, keychainStep, keyStep, kidStep } from './credential-steps.ts'
import type { DiagnosisFacts } from './facts.ts'
import { clockStep, helloStep, listSteps, tokenClaimsStep, tokenStep } from './service-steps.ts'
import { settingsStep, environmentStep } from './settings-step.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly keychain: Keychain
  readonly tokens: TokenService
  readonly client: AuthenticatedClient
  readonly http: Pick<HttpClient, 'proxyFor' | 'inspectTls'>
  readonly clocks: ServiceClocks
  /** Returns how a profile's certificate stands; undefined if it needs none. */
  readonly certificateCheck: (profileId: string) => Promise<HealthCheck | undefined>
  readonly now: () => number
  /** What a person types to call the command line. */
  readonly commandLine: string
  readonly limits?: TimeLimits
  /** TLS settings that were set outside Clavis. */
  readonly tlsEnvironment?: TlsEnvironment
}

/** Runs diagnostics: checks step by step what a token and a call need, and finds likely causes of failures. */
export class Doctor {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the clock offset of a profile's token endpoint from its last response; undefined before one. */
  async clock(profileId: string): Promise<(ClockOffset & { readonly isOff: boolean }) | undefined> {
    const { profile } = await this.#options.profiles.get(profileId)
    const clock = this.#options.clocks.offset(profile.tokenUrl)
    return clock && { ...clock, isOff: isOff(clock) }
  }

  /**
   * Diagnoses a profile. Requests a new token, sends the hello-world call and loads the first page of each list.
   * @param onStep called with each finished step
   * @param sees whether another profile may be named and compared with
   * @throws `profile-not-found`, `host-not-agreed`
   */
  async diagnose(
    profileId: string,
    onStep: (step: DiagnosisStep) => void = () => undefined,
    sees: SeesProfile = () => true,
  ): Promise<Diagnosis> {
    const { profiles, credentials, keychain, tokens, client, http, clocks, now, limits, tlsEnvironment } = this.#options
    const { commandLine, certificateCheck } = this.#options
    const own = await profiles.get(profileId)
    const certificate = await certificateCheck(profileId)
    const facts: DiagnosisFacts = {
      own,
      all: (await profiles.list()).filter(({ profile }) => sees(profile)),
      now: now(),
      listFailures: {},
      commandLine,
      ...(certificate === undefined ? {} : { certificate }),
      ...(tlsEnvironment === undefined ? {} : { tlsEnvironment }),
    }
    const active = own.credentials.find((each) => each.state === 'active')
    if (active !== undefined) facts.active = active
    await findProxy(http, facts)

    const steps: DiagnosisStep[] = []
    const add = (...done: DiagnosisStep[]): void => {
      steps.push(...done)
      for (const step of done) onStep(step)
    }
    add(await keychainStep(keychain))
    add(await keyStep(credentials, facts))
    add(certificateStep(facts))
    add(kidStep(facts))
    add(environmentStep(facts))
    add(...(await connectionSteps({ http, ...(limits === undefined ? {} : { connectLimit: limits.connect }) }, facts)))
    const token = await tokenStep(tokens, facts)
    // The token response shows the service's clock, which is listed first.
    add(clockStep(clocks, facts), token)
    // What the service says of the settings counts, too: they are listed first, once that is known.
    const settingsChecked = settingsStep(facts, causesOf(facts)[0])
    steps.unshift(settingsChecked)
    onStep(settingsChecked)
    add(tokenClaimsStep(facts))
    add(await helloStep(client, facts))
    add(...(await listSteps(client, facts)))
    return {
      profileId,
      profileName: own.profile.name,
      at: new Date(facts.now).toISOString(),
      steps,
      causes: causesOf(facts),
    }
  }
}
