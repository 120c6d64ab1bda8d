import { z } from 'zod'
import { Id, Timestamp } from '../scalars.ts'

/*
 * This module contains only the schema, because every page with videos loads it. The endpoints are in
 * captions.ts.
 */

/** The captions of a video in one language. */
export const CaptionTrack = z.object({
  id: Id,
  language: z.string().meta({ description: 'A BCP 47 language tag, such as `en` or `pt-BR`.' }),
  name: z
    .string()
    .meta({ description: 'The language’s own name, with “(CC)” for captions that describe sounds.' }),
  is_sdh: z.boolean().meta({
    description: 'Whether the captions also describe sounds, for people who are deaf or hard of hearing.',
  }),
  is_default: z.boolean().meta({ description: 'Whether players show these captions at the start.' }),
  url: z.string().meta({ description: 'The WebVTT file.' }),
  cue_count: z.int(),
  updated_at: Timestamp,
})
export type CaptionTrack = z.output<typeof CaptionTrack>

export const CaptionTracks = z.array(CaptionTrack).meta({ description: 'The captions of the video.' })
