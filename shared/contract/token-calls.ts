import { z } from 'zod'
import { tokenExchangeSchema, tokenRequestPreviewSchema } from '../model/oauth/exchange.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { tokenStateSchema } from '../model/oauth/token.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofProfile } from './recurring-shapes.ts'

/** Access tokens, and the requests that they were asked for with. */
export const tokenCalls = {
  'tokens.state': { input: ofProfile, output: tokenStateSchema },
  /** Gets a token, or answers the one that is held and still good. `renew`: drop it and get a new one. */
  'tokens.get': { input: z.strictObject({ profileId: profileIdSchema, renew: z.boolean() }), output: tokenStateSchema },
  /** Cancels the profile's token requests that are under way, which then fail with `token-cancelled`. */
  'tokens.cancel': { input: ofProfile, output: nothing },
  'tokens.drop': { input: ofProfile, output: tokenStateSchema },
  /** The one call whose output holds an access token: the person asked to see it. */
  'tokens.reveal': { input: ofProfile, output: z.strictObject({ accessToken: z.string() }) },
  /** Puts the token on the clipboard, which is cleared after 60 s if it still holds it. */
  'tokens.copy': { input: ofProfile, output: nothing },
  /** What would be sent, without sending it. Touches no key. */
  'tokens.preview': { input: ofProfile, output: tokenRequestPreviewSchema },
  /** The profile's token requests since the app began, newest first: what was sent, what came, and the rules. */
  'tokens.exchanges': { input: ofProfile, output: z.array(tokenExchangeSchema) },
} as const satisfies CallsOf<'tokens'>
