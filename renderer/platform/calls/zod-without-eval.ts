import { z } from 'zod'

// Zod makes faster checks out of text where that is allowed. The page's policy forbids it, and the refused try, once for
// each window, cost more than the rest of the contract. Imported first: schemas ask for this while they are made.
z.config({ jitless: true })
