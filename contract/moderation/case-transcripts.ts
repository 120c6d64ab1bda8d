import { z } from 'zod'
import { Transcript } from '../content/captions/transcripts.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id } from '../scalars.ts'

export const CaseTranscript = z.object({
  tracks: z
    .array(Transcript.omit({ cues: true }))
    .meta({ description: 'The captions of the reported video. Empty if the case is not about a video.' }),
  transcript: Transcript.nullable(),
})
export type CaseTranscript = z.output<typeof CaseTranscript>

export const getCaseTranscript = defineEndpoint({
  method: 'GET',
  path: '/api/mod/cases/{id}/transcript',
  summary:
    'Retrieves what is said in the video of a case that you have claimed, with contact details. Each access is logged.',
  tag: 'Moderation',
  params: z.object({ id: Id }),
  query: z.strictObject({
    caption_id: z
      .uuid('captions_not_found')
      .optional()
      .meta({ description: 'Which captions. By default, those that players show.' }),
  }),
  response: CaseTranscript,
})
