import { parseChapterLines } from '#contract/content/chapter-rules.ts'
import { splitTags } from '#contract/content/tag-rules.ts'
import { type OwnContent, updateContent } from '#contract/content/own-content.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { contentImageKinds, putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import type { ContentRating, PublicationState, Visibility } from '#contract/content/content-types.ts'
import { imageMaxBytes } from '#contract/limits.ts'
import { putCoverFrame } from '#contract/content/cover-frames.ts'
import { deleteContentImage } from '#contract/content/content-images.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { getFormFieldValue } from '#web/features/account/forms/account-form-handling.ts'
import { parseAdSettingsUpdate } from '#web/features/ads/ad-settings-form-data.ts'
import { parseDateTimeLocalInput } from '#web/ui/formatting/time-zone.ts'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { createApiClientFromContext, requestServicesContext } from '#web/api/request-context.ts'
import {
  originalValuesFieldName,
  readOriginalFormValues,
  getChangedFields,
} from '#web/ui/forms/form-changes.ts'

type EditVideoArgs = Parameters<typeof createApiClientFromContext>[0] & { params: { id: string } }

/** The maximum size of the request body in bytes. This size is enough for two images and the text fields. */
const maxFormBytes = 2 * imageMaxBytes + 256 * 1024

/**
 * Parses the form data in memory. A request body that exceeds the maximum size is rejected with status 413.
 */
export async function readEditFormData(request: Request): Promise<FormData> {
  const size = Number(request.headers.get('content-length') ?? Infinity)
  if (size > maxFormBytes)
    throw new ApiCallError(413, { code: 'image_too_large', ...describeApiError('image_too_large') })
  return request.formData()
}

/** Returns the submitted details of the video by field name. */
export function readVideoDetails(form: FormData): Record<string, string> {
  const typed = Object.fromEntries(
    ['title', 'description', 'genre'].map((name) => [name, getFormFieldValue(form, name)]),
  )
  const visibility = getFormFieldValue(form, 'visibility')
  const rating = getFormFieldValue(form, 'rating')
  // If the creator's profile is private, the visibility "Everyone" is disabled. Browsers do not submit
  // disabled fields, so the form data may contain no visibility.
  const chosen = { ...(visibility && { visibility }), ...(rating && { rating }) }
  // Details of the video that are missing from the form data stay unchanged.
  const lists = Object.fromEntries(
    ['tags', 'custom_chapters', 'comment_mode']
      .filter((name) => form.has(name))
      .map((name) => [name, getFormFieldValue(form, name)]),
  )
  const trailer = getFormFieldValue(form, 'trailer_url')
  return { ...typed, ...lists, trailer, ...chosen, ...readPublication(form) }
}

/**
 * Returns the publication settings. The form for a published video contains no publication settings, so the
 * result is then `{}`.
 */
function readPublication(form: FormData): Record<string, string> {
  const publication_state = getFormFieldValue(form, 'publication_state')
  if (!publication_state) return {}
  if (publication_state !== 'scheduled') return { publication_state }
  // Without JavaScript, the browser submits only the field for the local time, which is then in UTC.
  if (form.has('publish_at')) return { publication_state, publish_at: getFormFieldValue(form, 'publish_at') }
  const minute = parseDateTimeLocalInput(getFormFieldValue(form, 'publish_at_local'), 'UTC')
  // The time field has no seconds. If its value is unchanged, the stored time must keep its seconds.
  const { publish_at: original = '' } = readOriginalFormValues(form)
  const isUnchanged = minute.slice(0, 16) === String(original).slice(0, 16)
  return { publication_state, publish_at: isUnchanged ? String(original) : minute }
}

/**
 * Returns the values that the fields had when the form was first rendered. If the server rejects the form,
 * the next submission must contain the same original values again, because they determine which fields have
 * changed.
 */
export function getOriginalValuesField(form: FormData): Record<string, string> {
  return form.has(originalValuesFieldName)
    ? { [originalValuesFieldName]: JSON.stringify(readOriginalFormValues(form)) }
    : {}
}

/**
 * The text fields are saved before the images. If the server rejects a text field, the images therefore
 * remain unchanged. Text fields are rejected more often than images.
 */
export async function saveVideoEdits(args: EditVideoArgs, form: FormData): Promise<OwnContent> {
  const api = createApiClientFromContext(args)
  const params = { id: args.params.id }
  const { trailer = '', ...typed } = readVideoDetails(form)
  const {
    visibility,
    rating,
    comment_mode: mode,
    tags,
    custom_chapters: chapters,
    publication_state,
    publish_at,
    ...changed
  } = getChangedFields<Record<string, string>>(form, { ...typed, trailer_url: trailer })
  // If the creator has changed the time, the request schedules the video, even if it has been published in
  // the meantime.
  const isScheduled =
    typed.publication_state === 'scheduled' && (publication_state || publish_at !== undefined)
  const body = {
    ...changed,
    ...(tags !== undefined && { tags: splitTags(tags) }),
    ...(chapters !== undefined && { custom_chapters: parseChapterLines(chapters) }),
    ...parseAdSettingsUpdate(form),
    ...(form.has('anyway') && { anyway: true }),
    ...(visibility && { visibility: visibility as Visibility }),
    ...(rating && { rating: rating as ContentRating }),
    ...(mode && { comment_mode: mode as CommentMode }),
    ...(publication_state && { publication_state: publication_state as PublicationState }),
    // If a creator schedules a draft without entering a time, the server rejects the request with a message
    // that asks for the time.
    ...(isScheduled && (typed.publish_at || !publication_state) && { publish_at: typed.publish_at ?? '' }),
  }
  const saved = await api(updateContent, { params, body })
  const frame = getFormFieldValue(form, 'cover_frame')
  if (frame === 'own') await api(deleteContentImage, { params: { ...params, picture: 'cover' } })
  else if (frame) await api(putCoverFrame, { params, body: { frame: Number(frame) } })
  if (form.has('thumbnail_own'))
    await api(deleteContentImage, { params: { ...params, picture: 'thumbnail' } })
  for (const picture of contentImageKinds) await uploadContentImage(args, picture, form.get(picture))
  return saved
}

async function uploadContentImage(
  args: EditVideoArgs,
  picture: (typeof contentImageKinds)[number],
  file: FormDataEntryValue | null,
) {
  if (!(file instanceof File) || file.size === 0) return
  const path = buildEndpointPath(putContentImage, { params: { id: args.params.id, picture } })
  const response = await args.context
    .get(requestServicesContext)
    .fetch(path, { method: 'PUT', body: await file.arrayBuffer() })
  if (!response.ok) throw await parseErrorResponse(response)
}
