import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { listNameSchema } from '#shared/profiles/list-name-schema.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { Agent } from './agent.ts'
import type { SentSecrets } from './sent-secrets.ts'
import { errorResult, resultText, type ToolResult } from './tool-result.ts'

/** What a tool runs with. */
export interface ToolContext {
  readonly agent: Agent
  readonly secrets: Pick<SentSecrets, 'mask'>
  /** Reads a profile's client secret, so that it is masked from now on; undefined if it uses none. @throws `no-client-secret`, `keychain-…` */
  readonly readSecret: (profile: Profile) => Promise<Secret | undefined>
  /** Called with an error that is not one of Clavis's own. */
  readonly onFault: (tool: string, fault: unknown) => void
}

interface Definition<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** What it does, and what it returns, for an agent that chooses among tools. */
  readonly description: string
  readonly input: Input
  /** Whether it sends requests. */
  readonly sends?: true
  /** @param mask replaces secrets: before a text is cut, so that none is cut in half */
  readonly run: (
    agent: Agent,
    input: z.output<Input>,
    more: Pick<ToolContext, 'readSecret'> & { readonly signal: AbortSignal; readonly mask: SentSecrets['mask'] },
  ) => Promise<ToolResult>
}

/** Adds a tool to a server. */
export type AddTool = (server: McpServer, context: ToolContext) => void

/** Defines a tool. Its result, error or not, has no secret of this session. */
export function tool<Input extends z.ZodObject>({
  name,
  title,
  description,
  input,
  sends,
  run,
}: Definition<Input>): AddTool {
  return (server, { agent, secrets: { mask }, readSecret, onFault }) => {
    const inputSchema: z.ZodObject = input
    const answer = async (given: z.output<Input>, signal: AbortSignal): Promise<ToolResult & { isError?: true }> => {
      try {
        return await run(agent, given, { signal, mask, readSecret })
      } catch (error) {
        if (!(error instanceof ClavisError)) onFault(name, error)
        const own =
          error instanceof ClavisError ? error : new ClavisError('internal-fault', 'Something went wrong in Clavis.')
        return { ...errorResult(own), isError: true }
      }
    }
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema,
        annotations: { title, readOnlyHint: true, destructiveHint: false, openWorldHint: sends ?? false },
      },
      async (given, { mcpReq: { signal } }) => {
        // The server has checked it against the schema.
        const { isError, ...result } = await answer(given as z.output<Input>, signal)
        return {
          content: [{ type: 'text', text: mask(resultText(result)) }],
          ...(isError === undefined ? {} : { isError }),
        }
      },
    )
  }
}

/** Inputs that several tools take. */
export const profileInput = z.string().min(1).max(500).describe('Name or ID of a profile, from list_profiles')
export const ofLoadedList = z.strictObject({ profile: profileInput, list: listNameSchema })
export const offsetInput = z
  .int()
  .min(0)
  .default(0)
  .describe('First item to return, from 0; “rest” of a result names the next')
