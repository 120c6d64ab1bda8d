import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { category, type CategoryName, categoryOf } from '#contract/categories.ts'
import { storedType } from '#contract/kinds.ts'
import { skeletonCards } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CardSkeletons } from '#web/ui/card-skeleton.tsx'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { words } from '#web/words/category.ts'
import './category.css'

interface Props {
  name: CategoryName
  /** Left out while the videos are on their way: eight skeletons stand in. */
  children?: ReactNode
}

/** The poster on top of a category page, and what stands under it. */
export function CategoryFrame({ name, children }: Props) {
  const { label, upload } = category(name)
  const { line, noun } = words.pages[name]
  return (
    <div data-hue={storedType(upload)}>
      <header className="poster category-head">
        <div className="category-head-inside">
          <h1 className="poster-type">{label}</h1>
          <p className="category-line">{line}</p>
          <Link to={paths.create(upload)} className={buttonClass({ variant: 'ink' })}>
            <Plus aria-hidden="true" /> {words.upload(noun)}
          </Link>
        </div>
        <span className="category-mark">
          <CategoryIcon category={categoryOf(storedType(upload)) as 'music'} size={220} />
        </span>
      </header>
      <div className="page-inside category-rows">
        {children ?? <CardSkeletons count={skeletonCards} label={words.loading(label)} />}
      </div>
    </div>
  )
}
