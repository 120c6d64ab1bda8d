import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Content, deleteContent } from '#contract/content.ts'
import { genreLabel } from '#contract/genres.ts'
import { typeBadge } from '#contract/kinds.ts'
import { useAuth } from '#web/features/auth.tsx'
import { call, CallError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { Picture } from './picture.tsx'
import { words } from '#web/words/details.ts'

interface Props {
  item: Content
  onClose: () => void
  /** The item is gone: the page should read its lists again. */
  onDeleted: () => void
}

/** What a card's Details button opens. */
export default function DetailsDialog({ item, onClose, onDeleted }: Props) {
  const { me } = useAuth()
  const uploaded = new Date(item.created_at)
  return (
    <Dialog
      open
      onClose={onClose}
      title={item.title}
      footer={
        <>
          {me && item.mine && <Delete item={item} onDeleted={onDeleted} />}
          <Link to={paths.watch(item.id)} className={buttonClass({ variant: 'primary' })}>
            <Play fill="currentColor" aria-hidden="true" /> {words.play}
          </Link>
        </>
      }
    >
      <Picture item={item} />
      <p className="flex flex-wrap gap-2 mt-4">
        <Badge type={item.content_type}>{typeBadge(item.content_type)}</Badge>
        {item.genre && (
          <Link to={paths.genre(item.genre)}>
            <Badge>{genreLabel(item.genre)}</Badge>
          </Link>
        )}
      </p>
      {item.description && <p className="mt-4 whitespace-pre-line">{item.description}</p>}
      <p className="mt-4 text-15 text-quiet">
        {words.uploaded}{' '}
        <time dateTime={item.created_at}>{uploaded.toLocaleDateString('en-GB', { dateStyle: 'long' })}</time>
      </p>
    </Dialog>
  )
}

/** Only the owner sees it, and it asks first. */
function Delete({ item, onDeleted }: { item: Content; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteContent, { params: { id: item.id } })
      notify.good(words.deleted, words.deletedText(item.content_type))
      onDeleted()
    } catch (thrown) {
      notify.bad(words.deleteFailed, thrown instanceof CallError ? thrown.detail : undefined)
      setAsking(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" className="text-bad-ink" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" /> {words.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.askDelete}
        confirmLabel={words.delete}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        {words.whatGoes(item.title)}
      </ConfirmDialog>
    </>
  )
}
