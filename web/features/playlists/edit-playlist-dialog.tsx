import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { deletePlaylist, type PlaylistDetail, updatePlaylist } from '#contract/engagement/playlists.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { PlaylistForm, type PlaylistFormValues } from './playlist-form.tsx'

interface Props {
  playlist: PlaylistDetail
  onClose: () => void
}

/** Edits the title, description and visibility of a playlist, or deletes the playlist. */
export default function EditPlaylistDialog({ playlist, onClose }: Props) {
  const { id, title, description, visibility } = playlist
  const { revalidate } = useRevalidator()
  const save = async (details: PlaylistFormValues, anyway: boolean) => {
    await callApi(updatePlaylist, { params: { id }, body: { ...details, ...(anyway && { anyway }) } })
    showToast.success(playlistMessages.changesSaved)
    onClose()
    await revalidate()
  }
  return (
    <Dialog open onClose={onClose} title={playlistMessages.editTitle}>
      <PlaylistForm
        initial={{ title, description, visibility }}
        submitLabel={playlistMessages.saveChanges}
        onSubmit={save}
        hasDescription
      >
        <DeletePlaylistButton playlist={playlist} />
      </PlaylistForm>
    </Dialog>
  )
}

function DeletePlaylistButton({ playlist: { id, title } }: Pick<Props, 'playlist'>) {
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await callApi(deletePlaylist, { params: { id } })
      await navigate(pagePaths.playlists, { replace: true })
      showToast.success(playlistMessages.deleted)
    } catch (thrown) {
      showToast.error(
        playlistMessages.deleteFailed,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
      setIsConfirming(false)
      setBusy(false)
    }
  }
  return (
    <>
      <Button className="me-auto text-bad-ink" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" /> {playlistMessages.delete}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={playlistMessages.deleteQuestion}
        confirmLabel={playlistMessages.delete}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setIsConfirming(false)}
      >
        {playlistMessages.deleteText({ title })}
      </ConfirmDialog>
    </>
  )
}
