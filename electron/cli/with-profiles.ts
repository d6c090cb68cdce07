// The actions of commands that only read profiles, built as one file. They load fast, because they need no other service.
export { openProfiles } from '../open-profiles.ts'
export { checkExpiry } from './expiry.ts'
export { listProfiles, showProfile } from './profiles/profile-actions.ts'
