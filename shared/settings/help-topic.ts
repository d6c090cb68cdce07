import { z } from 'zod'

/** What the Help menu can open besides “About Clavis”. */
export const helpTopicSchema = z.enum(['shortcuts', 'filter', 'terms'])
export type HelpTopic = z.infer<typeof helpTopicSchema>
