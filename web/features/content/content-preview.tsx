import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Content, getContent } from '#contract/content/content.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { ExternalLinkButton } from '#web/ui/controls/external-link-button.tsx'
import { isPortraitVideo, imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { contentDetailsMessages } from '#web/messages/watch/content-details.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const Player = lazy(retryWhenOnline(() => import('#web/player/skin/player-with-controls.tsx')))

/**
 * Shows the cover of a video. The Trailer button shows the trailer, if there is one (specification, section
 * 2).
 */
export function ContentPreview({ item }: { item: Content }) {
  const [trailer, setTrailer] = useState<Content>()
  const cover = <CoverWithTrailerButton item={item} onTrailer={setTrailer} />
  if (!trailer?.stream_url) return cover
  const { stream_url: src, title, cover_url: poster, width, height, loudness_lufs: loudness } = trailer
  return (
    <Suspense fallback={cover}>
      <Player {...{ src, title, poster, width, height, loudness }} autoPlay />
    </Suspense>
  )
}

function CoverWithTrailerButton({
  item,
  onTrailer,
}: {
  item: Content
  onTrailer: (trailer: Content) => void
}) {
  const { title, cover_url, content_type, trailer_url } = item
  return (
    <div className="card-cover" data-hue={content_type}>
      <CardCover
        title={title}
        cover={cover_url}
        portrait={isPortraitVideo(item)}
        type={content_type}
        sizes={imageSizesByLayout.wide}
        priority
      />
      {trailer_url && (
        <div className="pointer-events-auto absolute start-3 bottom-3">
          <TrailerButton url={trailer_url} onTrailer={onTrailer} />
        </div>
      )}
    </div>
  )
}

/**
 * Plays an uploaded trailer in place of the cover image. A trailer on another site opens only when the user
 * presses the button, and the request sends no referrer.
 */
function TrailerButton({ url, onTrailer }: { url: string; onTrailer: (trailer: Content) => void }) {
  const [busy, setBusy] = useState(false)
  const ownId = /^\/watch\/([0-9a-f-]{36})$/.exec(url)?.[1]
  if (!ownId)
    return (
      <ExternalLinkButton url={url} variant="ink">
        {contentDetailsMessages.trailerOn({ host: new URL(url).hostname })}
      </ExternalLinkButton>
    )
  const play = async () => {
    setBusy(true)
    try {
      onTrailer(await callApi(getContent, { params: { id: ownId } }))
    } catch (thrown) {
      showToast.error(
        contentDetailsMessages.trailerGone,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ink" size="small" busy={busy} onClick={() => void play()}>
      <Play aria-hidden="true" /> {contentDetailsMessages.trailer}
    </Button>
  )
}
