import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { CaptionLanguage } from '../content/caption-languages.ts'
import { CaptionTrack } from '../content/caption-tracks.ts'
import { captionCueLimits, captionDraftLimits } from './caption-limits.ts'

const tag = 'Captions'

const Milliseconds = z.int().min(0).max(captionCueLimits.endMs)

/**
 * One caption of a draft. The end of a caption in a draft can be before its start, and its text can be empty.
 */
export const DraftCue = z.strictObject({
  start: Milliseconds,
  end: Milliseconds,
  text: z.string().max(captionDraftLimits.cueCharacters).meta({
    description:
      'Lines of text. The tags `<b>`, `<i>`, `<u>` and `<v Name>` are markup, and everything else is text. `&lt;`, `&gt;` and `&amp;` can be used to write these characters.',
  }),
  settings: z
    .string()
    .max(captionDraftLimits.settingsCharacters)
    .default('')
    .meta({ description: 'WebVTT cue settings that place the caption.' }),
})
export type DraftCue = z.output<typeof DraftCue>

export const DraftCues = z.array(DraftCue).max(captionCueLimits.cues)

const Version = z.string().max(100)

/**
 * The body of `saveCaptionDraft`. The server reads the request body only after it has checked who sent the
 * request.
 */
export const SavedCaptionDraft = z.strictObject({ version: Version, cues: DraftCues })
export type SavedCaptionDraft = z.output<typeof SavedCaptionDraft>

export const CaptionDraft = z.object({
  language: z.string(),
  name: z.string(),
  is_sdh: z.boolean(),
  /**
   * `new`: neither a draft nor a published track exists. `published`: the text comes from the published
   * track.
   */
  state: z.enum(['new', 'published', 'draft']),
  version: Version.meta({ description: 'Changes with every save, upload and publication.' }),
  cues: z.array(DraftCue),
  older_draft: z
    .array(DraftCue)
    .nullable()
    .meta({ description: 'The draft, if the captions were replaced by a file after it was started.' }),
  is_published: z.boolean().meta({ description: 'Whether viewers see captions in this language.' }),
  updated_at: Timestamp.nullable(),
})
export type CaptionDraft = z.output<typeof CaptionDraft>

export const CaptionDraftSummary = CaptionDraft.pick({
  language: true,
  name: true,
  is_sdh: true,
  is_published: true,
}).extend({ cue_count: z.int(), updated_at: Timestamp })
export type CaptionDraftSummary = z.output<typeof CaptionDraftSummary>

/**
 * Why captions were not published. `cue` is the position of the caption in the draft, starting at 0, or null
 * if the problem concerns all captions.
 */
export const CaptionRejection = z.object({
  cue: z.int().nullable(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
})
export type CaptionRejection = z.output<typeof CaptionRejection>

const ContentId = z.object({ id: z.uuid('content_not_found') })
const DraftId = ContentId.extend({ language: CaptionLanguage })
const query = z.strictObject({
  is_sdh: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(false),
})

export const listCaptionDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/caption-drafts',
  summary: 'Lists the captions of your own video that you have edited and not published yet.',
  tag,
  params: ContentId,
  response: z.object({ items: z.array(CaptionDraftSummary) }),
})

export const getCaptionDraft = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/caption-drafts/{language}',
  summary: 'Returns captions of your own video for editing: the draft, or else the published text.',
  tag,
  params: DraftId,
  query,
  response: CaptionDraft,
})

export const saveCaptionDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/caption-drafts/{language}',
  summary:
    'Saves a draft of captions, which only you can see. The request body is JSON of at most 2 MB with the `version` that the edits are based on and all `cues`. If the captions were changed elsewhere, responds with `captions_changed`.',
  tag,
  params: DraftId,
  query,
  response: z.object({ version: Version, updated_at: Timestamp }),
})

export const publishCaptionDraft = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/caption-drafts/{language}/publish',
  summary: 'Checks a draft and makes it the captions that viewers see, or says which caption to change.',
  tag,
  params: DraftId,
  query,
  body: z.strictObject({
    version: Version,
    anyway: z
      .boolean()
      .optional()
      .meta({ description: 'Whether you have confirmed the text after `caption_cue_ask`.' }),
  }),
  response: z.object({ track: CaptionTrack.nullable(), refused: CaptionRejection.nullable() }),
})

export const deleteCaptionDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/caption-drafts/{language}',
  summary: 'Deletes a draft of captions. The published captions stay as they are.',
  tag,
  status: 204,
  params: DraftId,
  query,
  response: z.undefined(),
})
