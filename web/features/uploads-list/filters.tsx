import { Link } from 'react-router'
import { categories, categoryOf } from '#contract/categories.ts'
import { type ContentType, storedType, type UploadType, uploadTypes } from '#contract/kinds.ts'
import { Chip } from '#web/ui/chip.tsx'
import { words } from '#web/words/uploads.ts'
import type { OwnPage } from './own-list.ts'

interface Props {
  chosen: UploadType | undefined
  counts: OwnPage['counts']
}

/** All plus the six types, with counts; Movies only for someone who has one (ruling 2). */
export function Filters({ chosen, counts }: Props) {
  const shown = uploadTypes.filter((type) => type !== 'movie' || counts.movie)
  const all = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- filters are no fieldset of a form
    <div className="chips" role="group" aria-label={words.filters}>
      <Chip pressed={!chosen} count={all} link={<Link to="?" preventScrollReset />}>
        {words.all}
      </Chip>
      {shown.map((type) => (
        <Chip
          key={type}
          pressed={chosen === type}
          count={counts[storedType(type)] ?? 0}
          link={<Link to={`?type=${type}`} preventScrollReset />}
        >
          {labelOf(storedType(type))}
        </Chip>
      ))}
    </div>
  )
}

function labelOf(type: ContentType): string {
  return categories[categoryOf(type)].label
}
