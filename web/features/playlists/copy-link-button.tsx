import { Link2 } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'

/**
 * Copies the link to a playlist. This button does not reuse the share button and the icon of the watch page.
 * The bundler would move the shared modules into a separate chunk, and the watch page would then exceed its
 * size limit.
 */
export function CopyLinkButton({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href)
      showToast.success(playlistMessages.copied)
    } catch {
      showToast.error(playlistMessages.copyFailed)
    }
  }
  return (
    <Button className="needs-js" onClick={() => void copy()}>
      <Link2 aria-hidden="true" /> {playlistMessages.share}
    </Button>
  )
}
