import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { CaptionTrack, CaptionTracks } from './caption-tracks.ts'
import { CaptionLanguage } from './caption-languages.ts'

const tag = 'Captions'

/** The limits of captions. The limits for the text of captions are in media/captions/caption-problems.ts. */
export const captionUploadLimits = { fileBytes: 1024 * 1024, perVideo: 60 }

export const captionFormats = ['vtt', 'srt'] as const
export type CaptionFileFormat = (typeof captionFormats)[number]

/** The encodings that a creator can select for a file that is not in Unicode. */
export const captionEncodings = ['windows-1252'] as const

const ContentId = z.object({ id: z.uuid('content_not_found') })
const TrackId = z.object({ id: z.uuid('content_not_found'), caption_id: z.uuid('captions_not_found') })
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The query parameters that determine how the server reads a caption file. */
export const captionFileQuery = {
  encoding: z.enum(captionEncodings).optional().meta({
    description: 'Only for a file that is neither UTF-8 nor UTF-16. The server asks for it if it is needed.',
  }),
  anyway: flag.optional().meta({
    description: 'Whether the author has confirmed the text after an error that ends in `_ask`.',
  }),
}

export const listCaptions = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/captions',
  summary: 'Lists the captions of a video.',
  tag,
  params: ContentId,
  response: z.object({ items: CaptionTracks }),
})

export const createCaptions = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/captions',
  summary:
    'Adds captions to your own video. The request body is a WebVTT or SubRip file of at most 1 MB. Errors name the lines.',
  tag,
  status: 201,
  params: ContentId,
  query: z.strictObject({ language: CaptionLanguage, is_sdh: flag.default(false), ...captionFileQuery }),
  response: CaptionTrack,
})

export const replaceCaptionFile = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/captions/{caption_id}/file',
  summary: 'Replaces the text of captions of your own video. The request body is the file.',
  tag,
  params: TrackId,
  query: z.strictObject(captionFileQuery),
  response: CaptionTrack,
})

export const updateCaptions = defineEndpoint({
  method: 'PATCH',
  path: '/api/content/{id}/captions/{caption_id}',
  summary:
    'Changes the language of captions, or which captions players show at the start, or marks automatic captions as checked.',
  tag,
  params: TrackId,
  body: z.strictObject({
    language: CaptionLanguage.optional(),
    is_sdh: z.boolean().optional(),
    is_default: z.boolean().optional(),
    is_checked: z.literal(true).optional().meta({
      description: 'A person has checked the automatic captions. They are no longer marked as automatic.',
    }),
  }),
  response: CaptionTrack,
})

export const deleteCaptions = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/captions/{caption_id}',
  summary: 'Deletes captions of your own video.',
  tag,
  status: 204,
  params: TrackId,
  response: z.undefined(),
})

/**
 * The URL path for downloading captions as a file. `{id}` stands for the id of the video, and `{caption_id}`
 * for the id of the caption track.
 */
export const captionDownloadPath = '/api/content/{id}/captions/{caption_id}/download'

export function captionDownloadUrl(videoId: string, captionId: string, format: CaptionFileFormat): string {
  return `${captionDownloadPath.replace('{id}', videoId).replace('{caption_id}', captionId)}?format=${format}`
}
