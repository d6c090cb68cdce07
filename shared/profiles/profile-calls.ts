import { z } from 'zod'
import { nothing, ofProfile, savedFile, type CallsOf } from '../call-shapes.ts'
import { profilePreviewSchema } from './profile-preview.ts'
import { profileIdSchema, profileSchema, profileSettingsSchema } from './profile.ts'
import { certificateFingerprintSchema, seenServerSchema } from './trust.ts'

/** Profiles and their secrets in the keychain other than keys. */
export const profileCalls = {
  'profiles.list': { access: 'shows', input: nothing, output: z.array(profileSchema) },
  'profiles.create': { access: 'changes', input: profileSettingsSchema, output: profileSchema },
  'profiles.update': {
    access: 'changes',
    input: ofProfile.extend({
      revision: z.int().min(1),
      settings: profileSettingsSchema,
    }),
    output: profileSchema,
  },
  /** Copies settings under a new name; keys and secrets stay with the original. */
  'profiles.duplicate': { access: 'changes', input: ofProfile.extend({ name: z.string() }), output: profileSchema },
  /** Removes a profile. Its keys and secrets stay in the keychain unless `destroySecrets` is true. */
  'profiles.remove': { access: 'changes', input: ofProfile.extend({ destroySecrets: z.boolean() }), output: nothing },
  /**
   * Opens a profile file chosen in a dialog and returns its content. The id is bound to the window. `undefined`:
   * cancelled.
   */
  'profiles.openFile': {
    access: 'shows',
    input: nothing,
    output: z
      .strictObject({ fileId: z.uuid(), fileName: z.string(), profiles: z.array(profilePreviewSchema) })
      .optional(),
  },
  /**
   * Imports every profile of an opened file, or none. `withNetwork`: with its authorities and proxies, if the person
   * agrees.
   */
  'profiles.importFile': {
    access: 'changes',
    input: z.strictObject({ fileId: z.uuid(), withNetwork: z.boolean() }),
    output: z.array(profileSchema),
  },
  'profiles.exportFile': {
    access: 'shows',
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1) }),
    output: savedFile,
  },
  'profiles.setClientSecret': {
    access: 'changes',
    input: ofProfile.extend({ clientSecret: z.string().min(1).max(10_000) }),
    output: nothing,
  },
  /** Returns whether the keychain has a client secret for the profile. Reads the keychain. */
  'profiles.hasClientSecret': { access: 'uses', input: ofProfile, output: z.boolean() },
  'profiles.setProxyPassword': {
    access: 'changes',
    input: ofProfile.extend({ password: z.string().min(1).max(10_000) }),
    output: nothing,
  },
  'profiles.removeProxyPassword': { access: 'changes', input: ofProfile, output: nothing },
  /** Returns whether the keychain has a password for the profile's own proxy. Reads the keychain. */
  'profiles.hasProxyPassword': { access: 'uses', input: ofProfile, output: z.boolean() },
} as const satisfies CallsOf<'profiles'>

export const trustCalls = {
  /**
   * Returns the certificates of one of the profile's servers, trusted or not, over the route of its calls. Sends
   * nothing to it. `address`: one of the profile's; by default its token URL.
   */
  'trust.inspectTls': {
    access: 'uses',
    input: ofProfile.extend({ address: z.url().max(8000).optional() }),
    output: seenServerSchema,
  },
  /** Trusts the certificate returned by `trust.inspectTls`, for this profile only. */
  'trust.add': {
    access: 'changes',
    input: ofProfile.extend({ sha256: certificateFingerprintSchema }),
    output: profileSchema,
  },
} as const satisfies CallsOf<'trust'>
