import { z } from 'zod'

// Replaces zod in the build of the page. Zod compiles validators from text if allowed. The page's policy forbids it, and
// the failed attempt takes longer than creating all other schemas, which check this when they are created.
z.config({ jitless: true })

export { z }
