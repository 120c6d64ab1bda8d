import { Link } from 'react-router'
import { categories, getCategoryForContentType } from '#contract/discovery/categories.ts'
import {
  type ContentType,
  toContentType,
  type UploadType,
  uploadTypes,
} from '#contract/content/content-types.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'
import type { OwnUploadsListPage } from './own-uploads-polling.ts'

interface Props {
  chosen: UploadType | undefined
  counts: OwnUploadsListPage['counts']
}

/**
 * Filters the user's uploads by type and shows the number of uploads for each filter. The filters are All,
 * the six upload types and, if the user has uploaded a movie, Movies.
 */
export function UploadTypeFilters({ chosen, counts }: Props) {
  const visibleTypes = uploadTypes.filter((type) => type !== 'movie' || counts.movie)
  const all = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset
    <div className="chips" role="group" aria-label={ownUploadsMessages.filters}>
      <Chip pressed={!chosen} count={all} link={<Link to="?" preventScrollReset />}>
        {ownUploadsMessages.all}
      </Chip>
      {visibleTypes.map((type) => (
        <Chip
          key={type}
          pressed={chosen === type}
          count={counts[toContentType(type)] ?? 0}
          link={<Link to={`?type=${type}`} preventScrollReset />}
        >
          {getTypeLabel(toContentType(type))}
        </Chip>
      ))}
    </div>
  )
}

function getTypeLabel(type: ContentType): string {
  return categories[getCategoryForContentType(type)].label
}
