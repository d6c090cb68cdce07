// The actions of commands that only read profiles. They load fast, because they need no other service.
export { openProfiles } from '../state/open-profiles.ts'
export { checkExpiry } from './credentials/expiry-actions.ts'
export { listProfiles, showProfile } from './profiles/profile-actions.ts'
