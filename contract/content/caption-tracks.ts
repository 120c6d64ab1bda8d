import { z } from 'zod'
import { Id, Timestamp } from '../scalars.ts'

/*
 * This module contains only the schema, because every page with videos loads it, with its descriptions. The
 * endpoints are in captions.ts.
 */

/** The captions of a video in one language. `name` is that language's own name; `url` is a WebVTT file. */
export const CaptionTrack = z.object({
  id: Id,
  language: z.string().meta({ description: 'A BCP 47 tag.' }),
  name: z.string(),
  is_sdh: z.boolean().meta({ description: 'Whether sounds are described too.' }),
  is_default: z.boolean(),
  url: z.string(),
  cue_count: z.int(),
  updated_at: Timestamp,
})
export type CaptionTrack = z.output<typeof CaptionTrack>

export const CaptionTracks = z.array(CaptionTrack)
