import { ClavisError } from '#shared/errors.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { openDoor } from '../../backend.ts'
import type { HandlerContext } from '../../handler-types.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { KnownSecrets } from '../../tokens/known-secrets.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../terminal/command-terminal.ts'
import { Agent, agentCaller } from './agent.ts'
import { serveAgent } from './mcp-server.ts'
import { SentSecrets } from './sent-secrets.ts'

export interface McpOptions {
  readonly allowProduction: readonly string[]
}

/** Time limits of token requests and of other requests with their retries, milliseconds: clients wait for a minute. */
const waits = { tokenMs: 30_000, requestMs: 30_000 }

/** There is no window. No call of an agent needs one. */
const noDesktop: HandlerContext['desktop'] = {
  clipboard: { copyText: refuse, copySecret: refuse },
  openExternal: refuse,
  openFile: refuse,
  showInFolder: refuse,
  appInfo: refuse,
  notices: () => [],
  takePlaceToOpen: () => undefined,
  applyTheme: () => undefined,
}

/** Serves an agent over standard input and output, which carry only the protocol. Everything else goes to standard error. */
export async function runMcp(context: CommandContext, { allowProduction }: McpOptions): Promise<void> {
  const { terminal, interrupts, env } = context
  const signal = interrupts.handle()
  const secrets = new SentSecrets()
  const services = await context.services(waits, { pageClient: secrets.maskPages })
  const profiles = await services.profiles.list()
  const allowed = allowedProfiles(profiles, allowProduction)
  const hidden = profiles.filter(({ profile: { environment, id } }) => environment === 'production' && !allowed.has(id))
  services.tokens.onSecrets(secrets.add)
  const onFault = (name: string, fault: unknown): void => {
    const stack = env['CLAVIS_DEBUG'] === '1' && fault instanceof Error ? `\n${fault.stack ?? fault.message}` : ''
    terminal.note(`clavis: internal-fault in ${name}${stack}\n`)
  }
  const door = openDoor(services, noDesktop, () => undefined, onFault)
  terminal.note(
    `Serving ${counted(profiles.length - hidden.length, 'profile')} to an agent, read-only. ${
      hidden.length === 0 ? '' : `Hidden: ${counted(hidden.length, 'Production profile')}. `
    }Ends with standard input or Ctrl+C.\n`,
  )
  await serveAgent(terminal.protocol, {
    agent: new Agent(door, agentCaller(allowed)),
    secrets,
    readSecret: async ({ id, clientAuthentication }) => {
      if (!clientAuthentication.startsWith('client_secret')) return undefined
      const secret = await services.credentials.clientSecrets.read(id)
      secrets.add(new KnownSecrets([secret.text()]))
      return secret
    },
    onFault,
    signal,
    version: packageFile.version,
    onError: ({ name }) => terminal.note(`clavis: The client’s message can’t be handled (${name}).\n`),
  })
}

/** Returns the IDs of the Production profiles that the person allows. @throws `profile-not-found` for a name that none has */
function allowedProfiles(profiles: readonly StoredProfile[], names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.map((typed) => {
      const name = typed.trim()
      const own = profiles.find(({ profile }) => profile.name === name && profile.environment === 'production')
      if (own !== undefined) return own.profile.id
      throw new ClavisError('profile-not-found', `--allow-production: no Production profile is named “${name}”.`, {
        hint: 'Enter its exact name. Other profiles need no permission.',
      })
    }),
  )
}

function refuse(): never {
  throw new ClavisError('call-refused', 'This needs the Clavis window.')
}
