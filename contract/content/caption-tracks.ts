import { z } from 'zod'
import { Id, Timestamp } from '../scalars.ts'

/*
 * This module contains only the schema, because every page with videos loads the whole module, including the
 * descriptions of the fields. The endpoints are in captions.ts.
 */

/**
 * Where captions come from: the creator, a text track of the video's file that the creator has accepted, or
 * automatic speech recognition.
 */
export const captionSources = ['upload', 'file', 'automatic'] as const
export type CaptionSource = (typeof captionSources)[number]

/**
 * The captions of a video in one language. `name` is the name that speakers of the language use for it, and
 * `url` is the URL of a WebVTT file.
 */
export const CaptionTrack = z.object({
  id: Id,
  language: z.string().meta({ description: 'A BCP 47 tag.' }),
  name: z.string(),
  is_sdh: z.boolean().meta({ description: 'Whether sounds are described too.' }),
  is_default: z.boolean(),
  source: z.enum(captionSources),
  url: z.string(),
  cue_count: z.int(),
  updated_at: Timestamp,
})
export type CaptionTrack = z.output<typeof CaptionTrack>

export const CaptionTracks = z.array(CaptionTrack)
