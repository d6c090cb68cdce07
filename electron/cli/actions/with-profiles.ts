/** What the commands do that read profiles and need nothing else, and what they read them with. */
export { createProfileStore } from '../../profiles/create-profile-store.ts'
export { judgeCertificates } from './expiry-actions.ts'
export { listProfiles, showProfile } from './profile-actions.ts'
