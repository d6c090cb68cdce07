import { z } from 'zod'
import { nothing, ofProfile, type CallsOf } from '../call-shapes.ts'
import { localAddressSchema } from './local-address.ts'

export const localAddressCalls = {
  /** Returns the addresses that are open in this process. Their counts change without an event as time passes. */
  'localAddress.list': { access: 'shows', input: nothing, output: z.array(localAddressSchema) },
  /**
   * Opens the profile's address, or returns the open one. In Production, main asks before the first request of each program,
   * in the window that opened it. `port`: 0 also opens a free loopback port; a page can't choose one.
   */
  'localAddress.open': {
    access: 'uses',
    input: ofProfile.extend({ port: z.literal(0).optional() }),
    output: localAddressSchema,
  },
  /** Closes it, which aborts its requests and ends every agreement. */
  'localAddress.close': { access: 'shows', input: ofProfile, output: nothing },
  /** Ends what the person answered about the address's programs, so that Production asks again. */
  'localAddress.revokeConsents': { access: 'shows', input: ofProfile, output: nothing },
} as const satisfies CallsOf<'localAddress'>
