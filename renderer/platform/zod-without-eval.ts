import { z } from 'zod'

// Zod compiles validators from text if allowed. The page's policy forbids it, and the failed attempt takes longer than
// creating all other schemas. Imported first, because schemas check this when they are created.
z.config({ jitless: true })
