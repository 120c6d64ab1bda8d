import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CaseDetail, CaseRow } from '#contract/mod.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'
import { ContactSheet } from './contact-sheet.tsx'
import { useKey } from './use-keys.ts'
import { whenOnline } from '#web/ui/when-online.ts'

const Player = lazy(
  whenOnline(() => import('#web/player/load.tsx').then((loaded) => ({ default: loaded.Player }))),
)

/** The thing itself: words at once, pictures blurred and without sound until they are asked for. */
export function Subject({ subject, detail }: { subject: CaseRow['subject']; detail: CaseDetail }) {
  const { content, comment, owner } = detail
  return (
    <section className="mod-box">
      <h2 className="text-21">{words.what}</h2>
      {subject === 'comment' && comment && (
        <>
          <State state={comment.state} />
          <blockquote className="mod-quote">{comment.body}</blockquote>
          {content && <p className="text-quiet">{words.under(content.title)}</p>}
        </>
      )}
      {subject === 'content' && content && (
        <>
          <State state={content.state} rating={content.rating} />
          <h3 className="text-17 wrap-anywhere">{content.title}</h3>
          <p className="mod-text">
            {content.description || <span className="text-quiet">{words.noDescription}</span>}
          </p>
          {content.media ? <Media content={content} media={content.media} /> : <p>{words.noMedia}</p>}
        </>
      )}
      {subject === 'profile' && (
        <div className="mod-profile">
          <Avatar name={owner.username} src={owner.avatar_url} size={64} />
          <div>
            <p className="font-semibold wrap-anywhere">
              {owner.display_name} @{owner.username}
            </p>
            <p className="mod-text">{owner.bio}</p>
            {owner.held_bio !== null && (
              <>
                <p className="mt-3 font-semibold">{words.newBio}</p>
                <blockquote className="mod-quote">{owner.held_bio}</blockquote>
              </>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

type Content = NonNullable<CaseDetail['content']>

function State({ state, rating = 'all' }: { state: keyof typeof words.states; rating?: 'all' | '16' }) {
  return (
    <p className="mod-case-facts">
      <span>
        {words.state}: <strong>{words.states[state]}</strong>
      </span>
      {rating === '16' && <Badge>{words.rated}</Badge>}
    </p>
  )
}

function Media({ content, media }: { content: Content; media: NonNullable<Content['media']> }) {
  const [shown, setShown] = useState(false)
  const [playing, setPlaying] = useState(false)
  useKey((key) => {
    if (key === 'v') setShown((now) => !now)
    return key === 'v'
  })
  const picture = media.cover_url ?? media.poster_url ?? media.thumbnail_url
  return (
    <div className="mod-media" data-shown={shown ? '' : undefined}>
      <p className="text-quiet">{words.hidden}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}{' '}
          {shown ? words.hide : words.show}
        </Button>
        {media.stream_url && !playing && (
          <Button size="small" onClick={() => setPlaying(true)}>
            {words.play}
          </Button>
        )}
      </div>
      {playing && media.stream_url ? (
        <Suspense>
          <div className="mod-blurred">
            <Player title={content.title} src={media.stream_url} poster={media.poster_url} autoPlay />
          </div>
        </Suspense>
      ) : (
        picture && <img src={picture} alt="" className="mod-blurred mod-picture" />
      )}
      {media.storyboard_url && <ContactSheet src={media.storyboard_url} />}
      <p className="text-15 text-quiet">{moment(content.created_at)}</p>
    </div>
  )
}
