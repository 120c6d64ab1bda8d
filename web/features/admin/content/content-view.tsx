import { Link } from 'react-router'
import type { ConsoleItem } from '#contract/admin/content.ts'
import { adminContentMessages } from '#web/messages/admin/content.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { AdminPageLinks } from '../admin-page-links.tsx'
import { ContentFilters, type ContentFilterValues } from './content-filters.tsx'
import { ContentList } from './content-list.tsx'

interface ContentViewProps {
  items: ConsoleItem[]
  next_cursor: string | null
  filters: ContentFilterValues
  isLater: boolean
}

export function ContentView({ items, next_cursor, filters, isLater }: ContentViewProps) {
  const isFiltered = isLater || Object.values(filters).some(Boolean)
  return (
    <>
      <header>
        <h1 className="text-40">{adminContentMessages.title}</h1>
        <p className="text-quiet">{adminContentMessages.lead}</p>
      </header>
      <ContentFilters values={filters} />
      {items.length > 0 ? <ContentList items={items} /> : <EmptyContentList isFiltered={isFiltered} />}
      <AdminPageLinks
        messages={adminContentMessages}
        newestPath={isLater ? pagePaths.adminContent({ ...filters }) : null}
        olderPath={next_cursor && pagePaths.adminContent({ ...filters, cursor: next_cursor })}
      />
    </>
  )
}

function EmptyContentList({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return <EmptyState title={adminContentMessages.none.title}>{adminContentMessages.none.text}</EmptyState>
  const { title, text, action } = adminContentMessages.noneHere
  return (
    <EmptyState
      title={title}
      drawing="lens"
      action={
        <Link to={pagePaths.adminContent()} className={getButtonClassName()}>
          {action}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
