import { X } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import type { HistoryEntry } from '#contract/engagement/watch-history.ts'
import { searchLimits } from '#contract/limits.ts'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'

interface Props {
  items: HistoryEntry[]
  next_cursor: string | null
  q: string
  isFirst: boolean
}

/** One page of the list of videos in the watch history, with a search box for video titles. */
export function WatchHistoryList({ items, next_cursor: nextCursor, q, isFirst }: Props) {
  const [open, dialog] = useContentDetailsDialog()
  const isUnused = items.length === 0 && q === '' && isFirst
  return (
    <section aria-labelledby="history-list">
      <h2 id="history-list" className="text-28">
        {watchHistoryMessages.list}
      </h2>
      {!isUnused && <HistorySearch key={q} q={q} />}
      {items.length === 0 && q !== '' && (
        <p className="mt-4 text-quiet">{watchHistoryMessages.noMatch({ q })}</p>
      )}
      {isUnused && (
        <EmptyState title={watchHistoryMessages.none} drawing="tape" heading="h3">
          {watchHistoryMessages.noneText}
        </EmptyState>
      )}
      <div className="card-grid mt-5">
        {items.map(({ item }) => (
          <ContentCard
            key={item.id}
            item={item}
            onDetails={open}
            showType
            like={<RemoveForm item={item} />}
          />
        ))}
      </div>
      {(!isFirst || nextCursor !== null) && (
        <nav className="history-ways" aria-label={watchHistoryMessages.pages}>
          {!isFirst && (
            <Link to={pagePaths.history({ q })} className={getButtonClassName()}>
              {watchHistoryMessages.newest}
            </Link>
          )}
          {nextCursor !== null && (
            <Link to={pagePaths.history({ q, cursor: nextCursor })} className={getButtonClassName()}>
              {watchHistoryMessages.older}
            </Link>
          )}
        </nav>
      )}
      {dialog}
    </section>
  )
}

function HistorySearch({ q }: { q: string }) {
  return (
    <search>
      <Form className="history-search" action={pagePaths.history()}>
        <TextField
          name="q"
          label={watchHistoryMessages.search}
          defaultValue={q}
          maxLength={searchLimits.queryMax}
          enterKeyHint="search"
          autoComplete="off"
        />
        <Button type="submit">{watchHistoryMessages.searchGo}</Button>
        {q !== '' && (
          <Link to={pagePaths.history()} className={getButtonClassName()}>
            {watchHistoryMessages.searchAll}
          </Link>
        )}
      </Form>
    </search>
  )
}

function RemoveForm({ item: { id, title } }: { item: Content }) {
  const { formData } = useNavigation()
  return (
    <Form method="post" preventScrollReset onSubmit={({ currentTarget }) => focusNeighbour(currentTarget)}>
      <input type="hidden" name="id" value={id} />
      <IconButton
        bare
        type="submit"
        name="intent"
        value="remove"
        size="small"
        variant="quiet"
        busy={formData?.get('id') === id}
        label={watchHistoryMessages.remove({ title })}
        icon={<X />}
      />
    </Form>
  )
}

/** Moves the focus to the next video, because the removed video has disappeared together with its button. */
function focusNeighbour(form: Element): void {
  const card = form.closest('article')
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('a') ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}
