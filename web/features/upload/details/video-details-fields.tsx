import { genreLabel } from '#contract/discovery/genre-names.ts'
import { genres } from '#contract/content/genres.ts'
import { descriptionMaxLength, titleMaxLength } from '#contract/limits.ts'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'
import { PublicationField } from './publication-field.tsx'
import { AgeRatingField, AudienceField } from './audience-and-age-rating-fields.tsx'
import { CommentModeField } from './comment-mode-field.tsx'
import type { VideoDetails } from './video-details.ts'
import { TagsField } from './tags-field.tsx'
import { TrailerField } from './trailer-field.tsx'
import { VideoLanguageField } from './video-language-field.tsx'

interface Props {
  details: VideoDetails
  /** The form's error messages by field name. */
  errors: Partial<Record<string, string>>
  /** The languages that the creator can choose for the video. */
  languages: readonly CaptionLanguageOption[]
  /** True if the creator's profile is private, so only followers can be the audience. */
  isPrivateProfile: boolean
  /** True if a moderator has set the age rating. */
  ratingFixed?: boolean
  /** True if the video is not published yet, so the creator can choose when to publish it. */
  isPublishable: boolean
  /** The id of the video that is being edited, or undefined for a new upload. */
  videoId?: string
  onChange: (patch: Partial<VideoDetails>) => void
}

export function VideoDetailsFields({
  details,
  errors,
  languages,
  isPrivateProfile,
  ratingFixed = false,
  isPublishable,
  videoId,
  onChange,
}: Props) {
  return (
    <>
      <TextField
        label={uploadFormMessages.details.title}
        name="title"
        value={details.title}
        maxLength={titleMaxLength}
        required
        autoComplete="off"
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextAreaField
        label={uploadFormMessages.details.description}
        optional
        name="description"
        value={details.description}
        maxLength={descriptionMaxLength}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Select
        label={uploadFormMessages.details.genre}
        optional
        name="genre"
        value={details.genre}
        error={errors.genre}
        onChange={(event) => onChange({ genre: event.target.value })}
      >
        <option value="">{uploadFormMessages.details.chooseGenre}</option>
        {genres[details.type].map((genre) => (
          <option key={genre} value={genre}>
            {genreLabel(genre)}
          </option>
        ))}
      </Select>
      <VideoLanguageField
        languages={languages}
        value={details.language}
        error={errors.language}
        onChange={(language) => onChange({ language })}
      />
      <TagsField value={details.tags} error={errors.tags} onChange={(tags) => onChange({ tags })} />
      <AudienceField
        value={details.visibility}
        isPrivateProfile={isPrivateProfile}
        error={errors.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      {isPublishable && <PublicationField details={details} errors={errors} onChange={onChange} />}
      <AgeRatingField
        value={details.rating}
        isFixed={ratingFixed}
        onChange={(rating) => onChange({ rating })}
      />
      <CommentModeField
        value={details.comment_mode}
        onChange={(comment_mode) => onChange({ comment_mode })}
      />
      <TrailerField
        trailer={details.trailer}
        error={errors.trailer_url}
        videoId={videoId}
        onChange={(trailer) => onChange({ trailer })}
      />
    </>
  )
}
