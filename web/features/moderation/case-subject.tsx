import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CaseDetail, CaseSummary } from '#contract/moderation/moderation-cases.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { CaseTranscript } from './case-transcript.tsx'
import { VideoContactSheet } from './video-contact-sheet.tsx'
import { useSingleKeyShortcuts } from './use-single-key-shortcuts.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const Player = lazy(
  retryWhenOnline(() => import('#web/player/player.tsx').then((loaded) => ({ default: loaded.Player }))),
)

/**
 * Shows the content that was reported. Text is shown immediately. Images are blurred and videos are muted
 * until the moderator reveals them.
 */
export function CaseSubject({
  caseId,
  subject,
  detail,
}: {
  caseId: string
  subject: CaseSummary['subject']
  detail: CaseDetail
}) {
  const { content, comment, owner } = detail
  return (
    <section className="mod-box">
      <h2 className="text-21">{moderationConsoleMessages.what}</h2>
      {subject === 'comment' && comment && (
        <>
          <ModerationStateLine state={comment.state} />
          <blockquote className="mod-quote" dir="auto">
            {comment.body}
          </blockquote>
          {comment.earlier_versions.map(({ body, replaced_at: replacedAt }) => (
            <div key={`${replacedAt} ${body}`}>
              <p className="mt-3 font-semibold">
                {moderationConsoleMessages.earlierVersion({ time: formatDateTimeUtc(replacedAt) })}
              </p>
              <blockquote className="mod-quote" dir="auto">
                {body}
              </blockquote>
            </div>
          ))}
          {content && (
            <p className="text-quiet">{moderationConsoleMessages.under({ title: content.title })}</p>
          )}
        </>
      )}
      {subject === 'content' && content && (
        <>
          <ModerationStateLine state={content.state} rating={content.rating} />
          <h3 className="text-17 wrap-anywhere" dir="auto">
            {content.title}
          </h3>
          <p className="mod-text" dir="auto">
            {content.description || (
              <span className="text-quiet">{moderationConsoleMessages.noDescription}</span>
            )}
          </p>
          {content.tags.length > 0 && (
            <p className="mod-text">
              {content.tags.map((tag) => moderationConsoleMessages.tag({ tag })).join(' ')}
            </p>
          )}
          {content.custom_chapters && (
            <p className="mod-text" dir="auto">
              {content.custom_chapters
                .map(({ seconds, title }) =>
                  moderationConsoleMessages.chapter({ start: formatDuration(seconds), title }),
                )
                .join('\n')}
            </p>
          )}
          {content.has_captions && <CaseTranscript caseId={caseId} />}
          {content.media ? (
            <CaseMedia content={content} media={content.media} />
          ) : (
            <p>{moderationConsoleMessages.noMedia}</p>
          )}
        </>
      )}
      {subject === 'profile' && (
        <div className="mod-profile">
          <Avatar name={owner.username} src={owner.avatar_url} size={64} />
          <div>
            <p className="font-semibold wrap-anywhere">
              <bdi>{owner.display_name}</bdi> <bdi>@{owner.username}</bdi>
            </p>
            <p className="mod-text" dir="auto">
              {owner.bio}
            </p>
            {owner.held_bio !== null && (
              <>
                <p className="mt-3 font-semibold">{moderationConsoleMessages.newBio}</p>
                <blockquote className="mod-quote" dir="auto">
                  {owner.held_bio}
                </blockquote>
              </>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

type Content = NonNullable<CaseDetail['content']>

function ModerationStateLine({
  state,
  rating = 'all',
}: {
  state: keyof typeof moderationConsoleMessages.states
  rating?: 'all' | '16'
}) {
  return (
    <p className="mod-case-facts">
      <span>
        {moderationConsoleMessages.state}: <strong>{moderationConsoleMessages.states[state]}</strong>
      </span>
      {rating === '16' && <Badge>{moderationConsoleMessages.rated}</Badge>}
    </p>
  )
}

function CaseMedia({ content, media }: { content: Content; media: NonNullable<Content['media']> }) {
  const [isRevealed, setIsRevealed] = useState(false)
  const [playing, setPlaying] = useState<string | null>(null)
  useSingleKeyShortcuts((key) => {
    if (key === 'v') setIsRevealed((now) => !now)
    return key === 'v'
  })
  const picture = media.cover_url ?? media.poster_url ?? media.thumbnail_url
  return (
    <div className="mod-media" data-shown={isRevealed ? '' : undefined}>
      <p className="text-quiet">{moderationConsoleMessages.hidden}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-pressed={isRevealed} onClick={() => setIsRevealed(!isRevealed)}>
          {isRevealed ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}{' '}
          {isRevealed ? moderationConsoleMessages.hide : moderationConsoleMessages.show}
        </Button>
        {media.stream_url && playing !== media.stream_url && (
          <Button size="small" onClick={() => setPlaying(media.stream_url)}>
            {moderationConsoleMessages.play}
          </Button>
        )}
        {media.replacement_url && playing !== media.replacement_url && (
          <Button size="small" onClick={() => setPlaying(media.replacement_url)}>
            {moderationConsoleMessages.playReplacement}
          </Button>
        )}
      </div>
      {media.replacement_url && <p>{moderationConsoleMessages.replacementWaits}</p>}
      {playing ? (
        <Suspense>
          <div className="mod-blurred">
            <Player
              key={playing}
              title={content.title}
              src={playing}
              poster={media.poster_url}
              captions={media.captions}
              autoPlay
            />
          </div>
        </Suspense>
      ) : (
        picture && <img src={picture} alt="" className="mod-blurred mod-picture" />
      )}
      {media.storyboard_url && <VideoContactSheet src={media.storyboard_url} />}
      <p className="text-15 text-quiet">{formatDateTimeUtc(content.created_at)}</p>
    </div>
  )
}
