import { useState } from 'react'
import { categories, categoryOf } from '#contract/categories.ts'
import { storedType, type UploadType, uploadTypes } from '#contract/kinds.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { cx } from '#web/ui/cx.ts'
import { words } from '#web/words/upload.ts'

interface Props {
  value: UploadType
  /** A begun upload keeps its type. */
  locked?: boolean
  onChange: (type: UploadType) => void
}

/** What kind of video it is. Movies are offered to those who came for them (ruling 2), also after they have looked at another type. */
export function TypeSwitch({ value, locked, onChange }: Props) {
  const [offersMovies] = useState(value === 'movie')
  const offered = uploadTypes.filter((type) => type !== 'movie' || offersMovies || value === 'movie')
  return (
    <fieldset disabled={locked} className="min-w-0">
      <legend className="field-label mb-2">{words.type.legend}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((type) => (
          <Choice key={type} type={type} checked={type === value} onChange={() => onChange(type)} />
        ))}
      </div>
      {locked && <p className="field-hint mt-2">{words.type.locked}</p>}
    </fieldset>
  )
}

function Choice({ type, checked, onChange }: { type: UploadType; checked: boolean; onChange: () => void }) {
  const category = categoryOf(storedType(type))
  return (
    <label
      data-hue={type}
      className={cx(
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
      <CategoryIcon category={categoryIconOf(category)} size={18} />
      {typeLabel(type)}
    </label>
  )
}

/** "Music", "Shows" … as the site's own pages are called. */
function typeLabel(type: UploadType): string {
  return categories[categoryOf(storedType(type))].label
}

function categoryIconOf(category: ReturnType<typeof categoryOf>) {
  return category === 'tv-shows' ? 'shows' : category
}
