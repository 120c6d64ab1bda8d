import { Link } from 'react-router'
import { category, categoryNames } from '#contract/categories.ts'
import type { Content } from '#contract/content.ts'
import { ContentCard } from '#web/features/content-card.tsx'
import { paths } from '#web/paths.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { categoryOf } from '#web/ui/hue.ts'
import { rowSizes } from '#web/ui/pictures.ts'
import { Row } from '#web/ui/row.tsx'
import { words } from '#web/words/search.ts'
import { useDetails } from '../use-details.tsx'

/** What is watched this week, from the charts. */
export function Trending({ items }: { items: Content[] }) {
  const [open, dialog] = useDetails()
  if (items.length === 0) return null
  return (
    <>
      <Row title={words.trending} more={<Link to={paths.charts}>{words.charts}</Link>}>
        {items.map((item) => (
          <ContentCard key={item.id} item={item} onDetails={open} showType sizes={rowSizes(items.length)} />
        ))}
      </Row>
      {dialog}
    </>
  )
}

/** The doors to the categories. */
export function Browse() {
  return (
    <nav aria-label={words.browse}>
      <h2 className="search-heading">{words.browse}</h2>
      <div className="chips">
        <Chip pressed={false} link={<Link to={paths.charts} />}>
          {words.charts}
        </Chip>
        {categoryNames.map((name) => (
          <Chip
            key={name}
            pressed={false}
            icon={<CategoryIcon category={categoryOf(category(name).types[0]!)} size={18} />}
            link={<Link to={paths.category(name)} />}
          >
            {category(name).label}
          </Chip>
        ))}
      </div>
    </nav>
  )
}
