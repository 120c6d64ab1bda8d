import { useState } from 'react'
import { categories, getCategoryForContentType } from '#contract/discovery/categories.ts'
import { toContentType, type UploadType, uploadTypes } from '#contract/content/content-types.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

interface Props {
  value: UploadType
  /**
   * True once the upload has started. The content type of an upload cannot change after the upload has
   * started.
   */
  isLocked?: boolean
  onChange: (type: UploadType) => void
}

/**
 * The picker for the content type of an upload. The content type "movie" is offered only if the form was
 * opened for a movie. If the form was opened for a movie, it still offers the movie type after the creator
 * has chosen another type.
 */
export function UploadTypePicker({ value, isLocked, onChange }: Props) {
  const [offersMovies] = useState(value === 'movie')
  const availableTypes = uploadTypes.filter((type) => type !== 'movie' || offersMovies || value === 'movie')
  return (
    <fieldset disabled={isLocked} className="min-w-0">
      <legend className="field-label mb-2">{uploadFormMessages.type.legend}</legend>
      <div className="flex flex-wrap gap-2">
        {availableTypes.map((type) => (
          <UploadTypeOption key={type} type={type} checked={type === value} onChange={() => onChange(type)} />
        ))}
      </div>
      {isLocked && <p className="field-hint mt-2">{uploadFormMessages.type.locked}</p>}
    </fieldset>
  )
}

function UploadTypeOption({
  type,
  checked,
  onChange,
}: {
  type: UploadType
  checked: boolean
  onChange: () => void
}) {
  const category = getCategoryForContentType(toContentType(type))
  return (
    <label
      data-hue={type}
      className={classNames(
        'chip min-h-[44px] has-disabled:cursor-not-allowed',
        'has-checked:border-hue has-checked:bg-hue has-checked:text-on-hue',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      <input
        type="radio"
        name="type"
        value={type}
        checked={checked}
        onChange={onChange}
        className="sr-only"
      />
      <CategoryIcon category={getCategoryIcon(category)} size={18} />
      {getTypeLabel(type)}
    </label>
  )
}

/** The plural name of a content type for page titles, for example "Music" or "Shows". */
function getTypeLabel(type: UploadType): string {
  return categories[getCategoryForContentType(toContentType(type))].label
}

function getCategoryIcon(category: ReturnType<typeof getCategoryForContentType>) {
  return category === 'tv-shows' ? 'shows' : category
}
