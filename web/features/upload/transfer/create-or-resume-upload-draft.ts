import { updateContent } from '#contract/content/own-content.ts'
import { splitTags } from '#contract/content/tag-rules.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { submitWithTextWarningPrompt } from './text-warning-confirmation.ts'
import { toPublicationFields, type VideoDetails } from '../details/video-details.ts'
import { toVideoDetails, type UnfinishedUpload } from './unfinished-uploads.ts'
import type { UploadPayload } from './upload-payload.ts'
import type { UploadTarget, VideoUploadRequest } from './video-upload-request.ts'
import { saveUnfinishedUpload, getStoredUpload } from './unfinished-upload-storage.ts'

/** Creates the draft before the first byte is sent, and stores the id of the draft in this browser. */
export async function createOrResumeUploadDraft(
  order: VideoUploadRequest,
  load: UploadPayload,
): Promise<UploadTarget> {
  const announced = order.unfinished
    ? await resumeDraft(order, order.unfinished)
    : await createDraft(order, load)
  // When an upload is resumed, keep its stored entry. If the original file is missing, only this entry
  // contains the name and size of that file.
  if (order.unfinished && getStoredUpload(announced.contentId)) return announced
  const { file, details, owner } = order
  saveUnfinishedUpload({
    owner,
    ...announced,
    type: details.type,
    title: details.title,
    fileName: file.name,
    fileSize: file.size,
    lastModified: file.lastModified,
    kept: load.preprocessedKey,
  })
  return announced
}

function createDraft({ details }: VideoUploadRequest, { file, name }: UploadPayload): Promise<UploadTarget> {
  const { title, description, genre, rating, comment_mode, type } = details
  const series = type === 'show' && details.series ? { series: details.series } : {}
  const body = {
    title,
    description,
    genre,
    language: details.language || null,
    rating,
    comment_mode,
    tags: splitTags(details.tags),
    content_type: type,
    ...toVisibilityField(details),
    ...toPublicationFields(details),
    ...series,
  }
  return submitWithTextWarningPrompt([title, description], (anyway) =>
    callApi(createUpload, { body: { ...body, file_name: name, file_size: file.size, anyway } }),
  )
}

/**
 * If the user has changed the details before resuming, updates the draft. The content type of a draft never
 * changes.
 */
async function resumeDraft(
  { details }: VideoUploadRequest,
  { draft }: UnfinishedUpload,
): Promise<UploadTarget> {
  const before = toVideoDetails(draft)
  const body = { ...toUpdateBody(details), ...getChangedPublication(before, details) }
  if (JSON.stringify(body) !== JSON.stringify(toUpdateBody(before)))
    await submitWithTextWarningPrompt([details.title, details.description], (anyway) =>
      callApi(updateContent, { params: { id: draft.id }, body: { ...body, anyway } }),
    )
  return { contentId: draft.id, streamId: draft.stream_id, uploadURL: draft.upload_url }
}

/**
 * Returns the publication settings only if the user has changed them. If the video was published in the
 * meantime, the server would reject the old settings.
 */
function getChangedPublication(before: VideoDetails, details: VideoDetails) {
  const isUnchanged =
    before.publication_state === details.publication_state && before.publish_at === details.publish_at
  return isUnchanged ? {} : toPublicationFields(details)
}

function toUpdateBody(details: VideoDetails) {
  const { title, description, genre, language, tags, visibility, rating, comment_mode } = details
  return {
    title,
    description,
    genre,
    language: language || null,
    rating,
    comment_mode,
    tags: splitTags(tags),
    ...toVisibilityField({ visibility }),
  }
}

function toVisibilityField({ visibility }: Pick<VideoDetails, 'visibility'>) {
  return visibility ? { visibility } : {}
}
