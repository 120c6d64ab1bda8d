import { useState } from 'react'
import { Link } from 'react-router'
import { deleteContent, type OwnContent } from '#contract/content.ts'
import { storedType, type UploadType } from '#contract/kinds.ts'
import { retryStream } from '#contract/uploads.ts'
import { call, CallError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/uploads.ts'
import { Filters } from './filters.tsx'
import { type OwnPage, useOwnList } from './own-list.ts'
import { UploadRow } from './upload-row.tsx'

interface Props {
  /** Null when it could not be read. */
  first: OwnPage | null
  type: UploadType | undefined
  /** The item this tab is uploading right now. */
  sendingId: string | null | undefined
  /** The item whose deletion was asked for without script. */
  askedId: string | undefined
}

/** "Your uploads": every state of every upload, kept fresh. */
export function UploadsList({ first, type, sendingId, askedId }: Props) {
  const list = useOwnList(first, type && storedType(type))
  const [doomed, setDoomed] = useState<OwnContent | null>(null)
  const retry = async (item: OwnContent) => {
    await call(retryStream, { params: { streamId: item.stream_id } }).catch((error: unknown) => {
      notify.bad(...wordsOf(error, words.retryFailed))
    })
    void list.refresh()
  }
  return (
    <section aria-labelledby="your-uploads" className="flex flex-col gap-4">
      <h2 id="your-uploads" className="text-40">
        {words.title}
      </h2>
      <Filters chosen={type} counts={list.counts} />
      {list.missing ? <Missing /> : list.items.length === 0 && <Nothing type={type} />}
      <div>
        {list.items.map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            sendingHere={item.id === sendingId}
            asked={item.id === askedId}
            onDelete={setDoomed}
            onRetry={(failed) => void retry(failed)}
            onSettled={() => void list.refresh()}
          />
        ))}
      </div>
      {list.cursor && <More cursor={list.cursor} type={type} busy={list.busy} onMore={list.loadMore} />}
      <DeleteDialog item={doomed} onClose={() => setDoomed(null)} onDeleted={list.remove} />
    </section>
  )
}

interface DeleteProps {
  item: OwnContent | null
  onClose: () => void
  onDeleted: (id: string) => void
}

function DeleteDialog({ item, onClose, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const remove = async ({ id }: OwnContent) => {
    setBusy(true)
    try {
      await call(deleteContent, { params: { id } })
      onDeleted(id)
      notify.good(words.deleted, words.deletedText)
    } catch (error) {
      notify.bad(...wordsOf(error, words.deleteFailed))
    }
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      open={item !== null}
      title={words.deleteQuestion}
      confirmLabel={words.delete}
      danger
      busy={busy}
      onConfirm={() => item && void remove(item)}
      onCancel={onClose}
    >
      {words.deleteText(item?.title ?? '')}
    </ConfirmDialog>
  )
}

function wordsOf(error: unknown, title: string): [string, string] {
  return [title, error instanceof CallError ? error.detail : words.tryAgain]
}

/** It may come back by itself: the list looks again every ten seconds. */
function Missing() {
  return (
    <EmptyState
      heading="h3"
      title={words.error}
      drawing="plug"
      action={
        <Link to="?" reloadDocument className={buttonClass()}>
          {words.reload}
        </Link>
      }
    >
      {words.loadFailed}
    </EmptyState>
  )
}

function Nothing({ type }: { type: UploadType | undefined }) {
  return (
    <EmptyState
      heading="h3"
      title={type ? words.noneOfType : words.none}
      action={
        <Link to={paths.createTile(type ?? 'music')} className={buttonClass({ variant: 'primary' })}>
          {words.first}
        </Link>
      }
    >
      {words.noneText}
    </EmptyState>
  )
}

interface MoreProps {
  cursor: string
  type: UploadType | undefined
  busy: boolean
  onMore: () => Promise<void>
}

/** A link to the next page for those without script. */
function More({ cursor, type, busy, onMore }: MoreProps) {
  const query = new URLSearchParams({ ...(type && { type }), cursor })
  const more = (event: React.MouseEvent) => {
    event.preventDefault()
    if (!busy) void onMore()
  }
  return (
    <Link
      to={`?${query}`}
      onClick={more}
      aria-disabled={busy || undefined}
      className={buttonClass({}, 'self-center')}
    >
      {busy ? words.loading : words.more}
    </Link>
  )
}
