import { formatDate } from '#i18n/formats.ts'
import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Content } from '#contract/content/content.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ContentPreview } from './content-preview.tsx'
import { contentDetailsMessages } from '#web/messages/watch/content-details.ts'

interface Props {
  item: Content
  onClose: () => void
  /** Called after the video has been deleted, so the page can reload its lists. */
  onDeleted: () => void
}

/** The dialog that opens when the user presses Details on a card. */
export default function ContentDetailsDialog({ item, onClose, onDeleted }: Props) {
  const { me } = useAuth()
  const uploaded = new Date(item.created_at)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<bdi>{item.title}</bdi>}
      footer={
        <>
          {me && item.mine && <DeleteContentButton item={item} onDeleted={onDeleted} />}
          <Link to={pagePaths.watch(item.id)} className={getButtonClassName({ variant: 'primary' })}>
            <Play fill="currentColor" aria-hidden="true" /> {contentDetailsMessages.play}
          </Link>
        </>
      }
    >
      <ContentPreview item={item} />
      <p className="flex flex-wrap gap-2 mt-4">
        <Badge type={item.content_type}>{contentTypeLabel(item.content_type)}</Badge>
        {item.genre && (
          <Link to={pagePaths.genre(item.genre)}>
            <Badge>{genreLabel(item.genre)}</Badge>
          </Link>
        )}
      </p>
      {item.description && (
        <p className="mt-4 whitespace-pre-line" dir="auto">
          {item.description}
        </p>
      )}
      <p className="mt-4 text-15 text-quiet">
        {contentDetailsMessages.uploaded}{' '}
        <time dateTime={item.created_at}>{formatDate(uploaded, { dateStyle: 'long' })}</time>
      </p>
    </Dialog>
  )
}

/**
 * Deletes the video after the user has confirmed the deletion. The dialog shows the delete button only to the
 * video's owner.
 */
function DeleteContentButton({ item, onDeleted }: { item: Content; onDeleted: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await callApi(deleteContent, { params: { id: item.id } })
      showToast.success(
        contentDetailsMessages.deleted,
        contentDetailsMessages.deletedText({ type: item.content_type }),
      )
      onDeleted()
    } catch (thrown) {
      showToast.error(
        contentDetailsMessages.deleteFailed,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
      setIsConfirming(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" className="text-bad-ink" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" /> {contentDetailsMessages.delete}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={contentDetailsMessages.askDelete}
        confirmLabel={contentDetailsMessages.delete}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setIsConfirming(false)}
      >
        {contentDetailsMessages.whatGoes({ title: item.title })}
      </ConfirmDialog>
    </>
  )
}
