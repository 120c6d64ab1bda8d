import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  getCategoryByName,
  type CategoryName,
  getCategoryForContentType,
} from '#contract/discovery/categories.ts'
import { toContentType } from '#contract/content/content-types.ts'
import { skeletonCardCount } from '#web/ui/cards/skeleton-card-count.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CardSkeletonGrid } from '#web/ui/cards/card-skeleton.tsx'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { categoryPageMessages } from '#web/messages/browse/category-pages.ts'
import './category.css'

interface CategoryLayoutProps {
  name: CategoryName
  /** The content of the category page. If there is no content yet, eight skeleton cards are shown. */
  children?: ReactNode
  /** A second button next to the upload button. */
  action?: ReactNode
}

/** The layout of a category page, with a poster at the top and the content below it. */
export function CategoryLayout({ name, children, action }: CategoryLayoutProps) {
  const { label, upload } = getCategoryByName(name)
  const { line, noun } = categoryPageMessages.pages[name]
  return (
    <div data-hue={toContentType(upload)}>
      <header className="poster category-head">
        <div className="category-head-inside">
          <h1 className="poster-type">{label}</h1>
          <p className="category-line">{line}</p>
          <Link to={pagePaths.uploadPage(upload)} className={getButtonClassName({ variant: 'ink' })}>
            <Plus aria-hidden="true" /> {categoryPageMessages.upload({ noun })}
          </Link>{' '}
          {action}
        </div>
        <span className="category-mark">
          <CategoryIcon category={getCategoryForContentType(toContentType(upload)) as 'music'} size={220} />
        </span>
      </header>
      <div className="page-inside category-rows">
        {children ?? (
          <CardSkeletonGrid count={skeletonCardCount} label={categoryPageMessages.loading({ label })} />
        )}
      </div>
    </div>
  )
}
