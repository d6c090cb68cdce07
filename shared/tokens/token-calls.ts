import { z } from 'zod'
import { nothing, ofProfile, type CallsOf } from '../call-shapes.ts'
import { loggedRequestSchema, tokenRequestPreviewSchema } from '../requests/logged-request.ts'
import { tokenStateSchema } from './token.ts'

export const tokenCalls = {
  'tokens.state': { access: 'shows', input: ofProfile, output: tokenStateSchema },
  /** Requests a token, or returns the one that is held and still valid. `renew`: requests a new one; if that fails, it stays. */
  'tokens.get': { access: 'uses', input: ofProfile.extend({ renew: z.boolean() }), output: tokenStateSchema },
  /** Cancels the profile's running token requests, which then fail with `token-cancelled`. */
  'tokens.cancel': { access: 'shows', input: ofProfile, output: nothing },
  'tokens.drop': { access: 'shows', input: ofProfile, output: nothing },
  /** Returns the access token, because the person asked to see it. No other call's output contains one. */
  'tokens.reveal': { access: 'reveals', input: ofProfile, output: z.strictObject({ accessToken: z.string() }) },
  /** Copies the token to the clipboard, which is cleared after 60 s if it still holds it. */
  'tokens.copy': { access: 'reveals', input: ofProfile, output: nothing },
  /** Returns the token request that would be sent, without sending it. Reads no key. */
  'tokens.preview': { access: 'shows', input: ofProfile, output: tokenRequestPreviewSchema },
  /** Lists the profile's token requests since the app started, newest first: request, response and checks. */
  'tokens.requestLog': { access: 'shows', input: ofProfile, output: z.array(loggedRequestSchema) },
  /** Saves the profile's calls for another program, without a secret: a new folder for Bruno, a file for Postman. */
  'tokens.saveCollection': {
    access: 'shows',
    input: ofProfile.extend({ program: z.enum(['bruno', 'postman']) }),
    output: z.strictObject({ name: z.string() }).optional(),
  },
} as const satisfies CallsOf<'tokens'>
