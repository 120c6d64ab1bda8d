import { ChevronDown, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { shareButtonMessages } from '#web/messages/watch/share-button.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const ShareDialog = lazy(retryWhenOnline(() => import('./share-dialog.tsx')))

interface Props {
  /** The path of the page to share. */
  path: string
  title: string
  /** The path of the embeddable player for the video, or null if the video is not public. */
  embedPath: string | null
  /** Returns the current playback position in seconds. */
  now: () => number
}

/**
 * A button that copies the URL of the page to the clipboard. A second button opens a dialog that offers a
 * link with a start time, the system's share sheet, and the embed code.
 */
export function ShareButton(props: Props) {
  const [second, setSecond] = useState<number>()
  return (
    <span className="needs-js inline-flex gap-1">
      <Button onClick={() => void copyLink(new URL(props.path, location.origin).href)}>
        <Share2 aria-hidden="true" /> {shareButtonMessages.share}
      </Button>
      <IconButton
        variant="quiet"
        label={shareButtonMessages.more}
        icon={<ChevronDown />}
        aria-haspopup="dialog"
        onClick={() => setSecond(Math.floor(props.now()))}
      />
      {second !== undefined && (
        <Suspense>
          <ShareDialog {...props} second={second} copyLink={copyLink} onClose={() => setSecond(undefined)} />
        </Suspense>
      )}
    </span>
  )
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showToast.success(shareButtonMessages.copied, shareButtonMessages.copiedText)
  } catch {
    showToast.error(shareButtonMessages.failed)
  }
}
