// The actions of commands that only read profiles. They load fast, because they need no other service.
export { openProfiles } from '../open-profiles.ts'
export { checkExpiry } from './expiry.ts'
export { listProfiles, showProfile } from './profiles/profile-actions.ts'
