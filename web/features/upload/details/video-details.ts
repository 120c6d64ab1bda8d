import { isValidTrailerUrl } from '#contract/content/own-content.ts'
import type { SeriesEpisodeInput } from '#contract/content/series.ts'
import { seriesLimits, newSeriesPlaceholderId } from '#contract/content/episode-numbers.ts'
import { uploadTypeNames } from '#contract/errors/upload-type-names.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { isAllowedPublishTime } from '#contract/content/publication.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import type {
  ContentRating,
  PublicationState,
  UploadType,
  Visibility,
} from '#contract/content/content-types.ts'
import {
  hasVideoExtension,
  imageMaxBytes,
  getMaxUploadBytes,
  getMaxUploadSizeLabel,
  videoExtensions,
} from '#contract/limits.ts'
import { describeApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

export interface VideoDetails {
  type: UploadType
  title: string
  description: string
  genre: string
  /** The language of the video as a BCP 47 tag, or an empty string if it is not specified. */
  language: string
  /** The tags, separated by commas. */
  tags: string
  /** The visibility is initially empty if the creator prefers to choose it for each upload. */
  visibility: Visibility | ''
  rating: ContentRating
  comment_mode: CommentMode
  publication_state: PublicationState
  /** The publication time in UTC, or an empty string if none was chosen. */
  publish_at: string
  trailer: string
  /** The series, season and episode number of a new show. A number field that is empty has the value NaN. */
  series?: SeriesEpisodeInput | null
}

export function createEmptyVideoDetails(
  type: UploadType,
  visibility: Visibility | '' = 'public',
): VideoDetails {
  const published = { publication_state: 'published', publish_at: '' } as const
  return {
    type,
    title: '',
    description: '',
    genre: '',
    language: '',
    tags: '',
    visibility,
    rating: 'all',
    comment_mode: 'everyone',
    trailer: '',
    ...published,
  }
}

/** Sets the content type and clears the genre, because each content type has its own genres. */
export function changeUploadType(details: VideoDetails, type: UploadType): VideoDetails {
  return { ...details, type, genre: type === details.type ? details.genre : '' }
}

export interface UploadValidationProblem {
  code: ApiErrorCode
  title: string
  detail: string
  field: string | undefined
}

interface ChosenFiles {
  file: { name: string; size: number } | null
  cover?: { size: number } | null
  thumbnail?: { size: number } | null
}

/** Returns the first error that the server would report for this upload, or null if there is none. */
export function validateVideoDetails(
  details: VideoDetails,
  { file, cover, thumbnail }: ChosenFiles,
): UploadValidationProblem | null {
  if (!file?.size) return createProblem('video_required')
  if (!details.title.trim()) return createProblem('title_required')
  if (!details.visibility) return createProblem('visibility_required')
  const schedule = validateSchedule(details)
  if (schedule) return schedule
  const video = validateVideoFile(details.type, file)
  if (video) return video
  if (details.trailer.trim() && !isValidTrailerUrl(details.trailer.trim()))
    return createProblem('trailer_invalid')
  if (!isGenreAllowedForUploadType(details.type, details.genre)) return createProblem('genre_unknown')
  const series = details.type === 'show' && details.series ? validateSeriesPlace(details.series) : null
  if (series) return series
  if (cover && cover.size > imageMaxBytes) return createProblem('image_too_large')
  if (thumbnail && thumbnail.size > imageMaxBytes)
    return { ...createProblem('image_too_large'), field: 'thumbnail' }
  return null
}

function validateSeriesPlace({ id, season, episode }: SeriesEpisodeInput): UploadValidationProblem | null {
  if (id === newSeriesPlaceholderId) return createProblem('series_not_created')
  if (!(season >= 1 && season <= seriesLimits.maxSeason)) return createProblem('season_invalid')
  if (!(episode >= 1 && episode <= seriesLimits.maxEpisode)) return createProblem('episode_invalid')
  return null
}

function validateSchedule({ publication_state: state, publish_at: at }: VideoDetails) {
  if (state !== 'scheduled') return null
  if (!at) return createProblem('publish_at_required')
  return isAllowedPublishTime(new Date(at)) ? null : createProblem('publish_at_out_of_range')
}

/**
 * Converts the publication settings to fields of the API request. A video that is published immediately has
 * no publication time, and the request for a draft must not contain one.
 */
export function toPublicationFields(details: Pick<VideoDetails, 'publication_state' | 'publish_at'>) {
  const { publication_state, publish_at } = details
  return { publication_state, ...(publication_state === 'scheduled' && { publish_at }) }
}

/** Checks the format and size of the video file as soon as the creator has chosen it. */
export function validateVideoFile(
  type: UploadType,
  file: { name: string; size: number },
): UploadValidationProblem | null {
  if (file.size === 0) return createProblem('video_required')
  if (!hasVideoExtension(file.name)) return createProblem('unsupported_format')
  if (file.size > getMaxUploadBytes(type))
    return createProblem('file_too_large', { type: uploadTypeNames[type], size: getMaxUploadSizeLabel(type) })
  return null
}

function createProblem(code: ApiErrorCode, values: Record<string, string> = {}): UploadValidationProblem {
  const { title, detail, field } = describeApiError(code, values)
  return { code, title, detail, field }
}

/** Describes the accepted file size and formats, for example "Up to 1.0GB · MP4, MOV, AVI, …". */
export function describeAllowedFiles(type: UploadType): string {
  const formats = videoExtensions.map((name) => name.toUpperCase()).join(', ')
  return uploadFormMessages.video.allowed({ size: getMaxUploadSizeLabel(type), formats })
}
