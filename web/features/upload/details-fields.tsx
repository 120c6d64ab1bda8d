import { genres } from '#contract/genres.ts'
import { descriptionMax, titleMax } from '#contract/limits.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { words } from '#web/words/upload.ts'
import { AgeRating, Audience } from './audience.tsx'
import type { Details } from './details.ts'
import { TrailerField } from './trailer-field.tsx'

interface Props {
  details: Details
  /** What is wrong, by field. */
  errors: Partial<Record<string, string>>
  /** A private profile shows nothing to strangers. */
  capped: boolean
  /** Somebody who looks after the site has rated it. */
  ratingFixed?: boolean
  /** Of a video that is up. */
  videoId?: string
  onChange: (patch: Partial<Details>) => void
}

export function DetailsFields({ details, errors, capped, ratingFixed = false, videoId, onChange }: Props) {
  return (
    <>
      <Field
        label={words.details.title}
        name="title"
        value={details.title}
        maxLength={titleMax}
        required
        autoComplete="off"
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={words.details.description}
        optional
        name="description"
        value={details.description}
        maxLength={descriptionMax}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Select
        label={words.details.genre}
        optional
        name="genre"
        value={details.genre}
        error={errors.genre}
        onChange={(event) => onChange({ genre: event.target.value })}
      >
        <option value="">{words.details.chooseGenre}</option>
        {genres[details.type].map((genre) => (
          <option key={genre}>{genre}</option>
        ))}
      </Select>
      <Audience
        value={details.visibility}
        capped={capped}
        error={errors.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      <AgeRating value={details.rating} fixed={ratingFixed} onChange={(rating) => onChange({ rating })} />
      <TrailerField
        trailer={details.trailer}
        error={errors.trailer_url}
        videoId={videoId}
        onChange={(trailer) => onChange({ trailer })}
      />
    </>
  )
}
