import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Content, getContent } from '#contract/content.ts'
import { call, CallError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardCover } from '#web/ui/card-cover.tsx'
import { LinkAway } from '#web/ui/link-away.tsx'
import { isUpright, shownAs } from '#web/ui/pictures.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/details.ts'
import { whenOnline } from '#web/ui/when-online.ts'

const Player = lazy(whenOnline(() => import('#web/player/skin/player.tsx')))

/** The trailer or the cover (specification, section 2): the cover until somebody presses Trailer, if there is one. */
export function Picture({ item }: { item: Content }) {
  const [trailer, setTrailer] = useState<Content>()
  const cover = <Cover item={item} onTrailer={setTrailer} />
  if (!trailer?.stream_url) return cover
  const { stream_url: src, title, cover_url: poster, width, height, loudness_lufs: loudness } = trailer
  return (
    <Suspense fallback={cover}>
      <Player {...{ src, title, poster, width, height, loudness }} autoPlay />
    </Suspense>
  )
}

function Cover({ item, onTrailer }: { item: Content; onTrailer: (trailer: Content) => void }) {
  const { title, cover_url, content_type, trailer_url } = item
  return (
    <div className="card-cover" data-hue={content_type}>
      <CardCover
        title={title}
        cover={cover_url}
        portrait={isUpright(item)}
        type={content_type}
        sizes={shownAs.wide}
        priority
      />
      {trailer_url && (
        <div className="pointer-events-auto absolute bottom-3 left-3">
          <Trailer url={trailer_url} onTrailer={onTrailer} />
        </div>
      )}
    </div>
  )
}

/** Ruling 26: an upload of one's own plays here; a foreign link opens only on a press, without telling the other side where from. */
function Trailer({ url, onTrailer }: { url: string; onTrailer: (trailer: Content) => void }) {
  const [busy, setBusy] = useState(false)
  const ownId = /^\/watch\/([0-9a-f-]{36})$/.exec(url)?.[1]
  if (!ownId)
    return (
      <LinkAway url={url} variant="ink">
        {words.trailerOn(new URL(url).hostname)}
      </LinkAway>
    )
  const play = async () => {
    setBusy(true)
    try {
      onTrailer(await call(getContent, { params: { id: ownId } }))
    } catch (thrown) {
      notify.bad(words.trailerGone, thrown instanceof CallError ? thrown.detail : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ink" size="small" busy={busy} onClick={() => void play()}>
      <Play aria-hidden="true" /> {words.trailer}
    </Button>
  )
}
