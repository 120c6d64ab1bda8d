import { useState } from 'react'
import { Link } from 'react-router'
import { type OwnContent, updateContent } from '#contract/content/own-content.ts'
import { toContentType, type UploadType } from '#contract/content/content-types.ts'
import { retryProcessing } from '#contract/content/uploads.ts'
import { callApi } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'
import { UploadTypeFilters } from './upload-type-filters.tsx'
import { type OwnUploadsListPage, useOwnUploads } from './own-uploads-polling.ts'
import { UploadRow } from './upload-row.tsx'
import { DeleteUploadDialog } from './delete-upload-dialog.tsx'
import { toUploadErrorToast } from './upload-error-toast.ts'

interface Props {
  /** The first page of the user's uploads, or null if the server could not load it. */
  first: OwnUploadsListPage | null
  type: UploadType | undefined
  /** The id of the video that is being uploaded in this tab. */
  sendingId: string | null | undefined
  /** The id of the video for which a deletion was requested without JavaScript. */
  confirmingId: string | undefined
}

/** The "Your uploads" section. The section lists the user's uploads in every state and stays up to date. */
export function OwnUploadsList({ first, type, sendingId, confirmingId }: Props) {
  const list = useOwnUploads(first, type && toContentType(type))
  const [toDelete, setToDelete] = useState<OwnContent | null>(null)
  const retry = async (item: OwnContent) => {
    await callApi(retryProcessing, { params: { streamId: item.stream_id } }).catch((error: unknown) => {
      showToast.error(...toUploadErrorToast(error, ownUploadsMessages.retryFailed))
    })
    void list.refresh()
  }
  const publish = async ({ id, title }: OwnContent) => {
    await callApi(updateContent, { params: { id }, body: { publication_state: 'published' } }).then(
      () => showToast.success(ownUploadsMessages.published, ownUploadsMessages.publishedText({ title })),
      (error: unknown) => showToast.error(...toUploadErrorToast(error, ownUploadsMessages.publishFailed)),
    )
    void list.refresh()
  }
  return (
    <section aria-labelledby="your-uploads" className="flex flex-col gap-4">
      <h2 id="your-uploads" className="text-40">
        {ownUploadsMessages.title}
      </h2>
      <UploadTypeFilters chosen={type} counts={list.counts} />
      {list.missing ? <UploadsUnavailable /> : list.items.length === 0 && <NoUploads type={type} />}
      <div>
        {list.items.map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            isUploadingHere={item.id === sendingId}
            isConfirmingDeletion={item.id === confirmingId}
            onDelete={setToDelete}
            onRetry={(failed) => void retry(failed)}
            onPublish={(draft) => void publish(draft)}
            onSettled={() => void list.refresh()}
          />
        ))}
      </div>
      {list.cursor && (
        <LoadMoreLink cursor={list.cursor} type={type} busy={list.busy} onMore={list.loadMore} />
      )}
      <DeleteUploadDialog item={toDelete} onClose={() => setToDelete(null)} onDeleted={list.remove} />
    </section>
  )
}

/**
 * The error message for a list of uploads that could not be loaded. The list is requested again every ten
 * seconds, so the error message disappears without a page reload once loading succeeds.
 */
function UploadsUnavailable() {
  return (
    <EmptyState
      heading="h3"
      title={ownUploadsMessages.error}
      drawing="plug"
      action={
        <Link to="?" reloadDocument className={getButtonClassName()}>
          {ownUploadsMessages.reload}
        </Link>
      }
    >
      {ownUploadsMessages.loadFailed}
    </EmptyState>
  )
}

function NoUploads({ type }: { type: UploadType | undefined }) {
  return (
    <EmptyState
      heading="h3"
      title={type ? ownUploadsMessages.noneOfType : ownUploadsMessages.none}
      action={
        <Link
          to={pagePaths.uploadPageForType(type ?? 'music')}
          className={getButtonClassName({ variant: 'primary' })}
        >
          {ownUploadsMessages.first}
        </Link>
      }
    >
      {ownUploadsMessages.noneText}
    </EmptyState>
  )
}

interface LoadMoreLinkProps {
  cursor: string
  type: UploadType | undefined
  busy: boolean
  onMore: () => Promise<void>
}

/** A link to the next page of uploads, for browsers without JavaScript. */
function LoadMoreLink({ cursor, type, busy, onMore }: LoadMoreLinkProps) {
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
      className={getButtonClassName({}, 'self-center')}
    >
      {busy ? ownUploadsMessages.loading : ownUploadsMessages.more}
    </Link>
  )
}
