import { z } from 'zod'
import { defineEndpoint } from '../../endpoint.ts'
import { Id } from '../../scalars.ts'

export const TranscriptCue = z.object({
  start: z.number().meta({ description: 'In seconds.' }),
  end: z.number(),
  text: z.string().meta({ description: 'Without markup, with the names of speakers.' }),
})
export type TranscriptCue = z.output<typeof TranscriptCue>

export const Transcript = z.object({
  id: Id.meta({ description: 'The id of the captions.' }),
  language: z.string().meta({ description: 'A BCP 47 tag.' }),
  name: z.string(),
  cues: z.array(TranscriptCue),
})
export type Transcript = z.output<typeof Transcript>

export const getTranscript = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/captions/{caption_id}/transcript',
  summary: 'Retrieves the text of captions in one language, with times.',
  tag: 'Captions',
  params: z.object({ id: z.uuid('content_not_found'), caption_id: z.uuid('captions_not_found') }),
  response: Transcript,
})
