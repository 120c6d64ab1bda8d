import { Link } from 'react-router'
import { getCategoryByName, categoryNames } from '#contract/discovery/categories.ts'
import type { Content } from '#contract/content/content.ts'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { pagePaths } from '#web/paths.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { getCardRowImageSizes } from '#web/ui/cards/responsive-images.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'

/** Shows the most watched videos of this week, which come from the charts. */
export function TrendingVideos({ items }: { items: Content[] }) {
  const [open, dialog] = useContentDetailsDialog()
  if (items.length === 0) return null
  return (
    <>
      <CardRow
        title={searchPageMessages.trending}
        more={<Link to={pagePaths.charts}>{searchPageMessages.charts}</Link>}
      >
        {items.map((item) => (
          <ContentCard
            key={item.id}
            item={item}
            onDetails={open}
            showType
            sizes={getCardRowImageSizes(items.length)}
          />
        ))}
      </CardRow>
      {dialog}
    </>
  )
}

/** Links to the pages of all categories. */
export function CategoryLinks() {
  return (
    <nav aria-label={searchPageMessages.browse}>
      <h2 className="search-heading">{searchPageMessages.browse}</h2>
      <div className="chips">
        <Chip pressed={false} link={<Link to={pagePaths.charts} />}>
          {searchPageMessages.charts}
        </Chip>
        {categoryNames.map((name) => (
          <Chip
            key={name}
            pressed={false}
            icon={<CategoryIcon category={getCategoryHue(getCategoryByName(name).types[0]!)} size={18} />}
            link={<Link to={pagePaths.category(name)} />}
          >
            {getCategoryByName(name).label}
          </Chip>
        ))}
      </div>
    </nav>
  )
}
