import { z } from 'zod'
import { defineEndpoint } from '../../endpoint.ts'
import { captionFileQuery } from '../captions.ts'

export const checkCaptionFile = defineEndpoint({
  method: 'POST',
  path: '/api/caption-checks',
  summary:
    'Checks a caption file for a video that has not been uploaded yet. Nothing is stored. The request body is the file. Errors name the lines.',
  tag: 'Captions',
  query: z.strictObject(captionFileQuery),
  response: z.object({ cue_count: z.int() }),
})
