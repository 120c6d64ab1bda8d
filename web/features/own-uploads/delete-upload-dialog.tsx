import { useState } from 'react'
import { deleteContent, type OwnContent } from '#contract/content/own-content.ts'
import { callApi } from '#web/api/api-client.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'
import { toUploadErrorToast } from './upload-error-toast.ts'

interface DeleteUploadDialogProps {
  item: OwnContent | null
  onClose: () => void
  onDeleted: (id: string) => void
}

export function DeleteUploadDialog({ item, onClose, onDeleted }: DeleteUploadDialogProps) {
  const [busy, setBusy] = useState(false)
  const remove = async ({ id }: OwnContent) => {
    setBusy(true)
    try {
      await callApi(deleteContent, { params: { id } })
      onDeleted(id)
      showToast.success(ownUploadsMessages.deleted, ownUploadsMessages.deletedText)
    } catch (error) {
      showToast.error(...toUploadErrorToast(error, ownUploadsMessages.deleteFailed))
    }
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      open={item !== null}
      title={ownUploadsMessages.deleteQuestion}
      confirmLabel={ownUploadsMessages.delete}
      danger
      busy={busy}
      onConfirm={() => item && void remove(item)}
      onCancel={onClose}
    >
      {ownUploadsMessages.deleteText({ title: item?.title ?? '' })}
    </ConfirmDialog>
  )
}
