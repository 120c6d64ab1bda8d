import { z } from 'zod'
import { defineEndpoint } from '../../endpoint.ts'
import { Id, Timestamp } from '../../scalars.ts'
import { CaptionLanguage } from '../caption-languages.ts'
import { CaptionTrack } from '../caption-tracks.ts'

const tag = 'Captions'

const ContentId = z.object({ id: z.uuid('content_not_found') })
const OfferId = z.object({ id: z.uuid('content_not_found'), offer_id: z.uuid('captions_not_found') })

/**
 * A text track that was found in the file of a video. Viewers see the text track only after the creator has
 * accepted it as captions.
 */
export const EmbeddedCaptions = z.object({
  id: Id,
  language: z.string().nullable().meta({ description: 'A BCP 47 tag, if the file names the language.' }),
  name: z.string().nullable().meta({ description: 'The language’s own name.' }),
  is_sdh: z.boolean().meta({ description: 'Whether the file says that sounds are described too.' }),
  cue_count: z.int(),
  excerpt: z.string().meta({ description: 'The first lines.' }),
  created_at: Timestamp,
})
export type EmbeddedCaptions = z.output<typeof EmbeddedCaptions>

export const listEmbeddedCaptions = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/offered-captions',
  summary: 'Lists the text tracks of your own video’s file that you have not accepted as captions.',
  tag,
  params: ContentId,
  response: z.object({ items: z.array(EmbeddedCaptions) }),
})

export const acceptEmbeddedCaptions = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/offered-captions/{offer_id}/accept',
  summary: 'Makes a text track of your own video’s file the captions in a language. Errors name the lines.',
  tag,
  status: 201,
  params: OfferId,
  body: z.strictObject({
    language: CaptionLanguage,
    is_sdh: z.boolean().default(false),
    anyway: z.boolean().optional().meta({
      description: 'Whether the author has confirmed the text after an error that ends in `_ask`.',
    }),
  }),
  response: CaptionTrack,
})

export const deleteEmbeddedCaptions = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/offered-captions/{offer_id}',
  summary: 'Deletes a text track of your own video’s file that you do not want as captions.',
  tag,
  status: 204,
  params: OfferId,
  response: z.undefined(),
})

/**
 * The URL path for downloading a text track found in a video's file, as a WebVTT file. `{id}` stands for the
 * id of the video, and `{offer_id}` for the id of the text track.
 */
export const embeddedCaptionsDownloadPath = '/api/content/{id}/offered-captions/{offer_id}/download'
