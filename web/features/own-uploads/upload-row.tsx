import { CircleAlert, CircleCheck, Clock, Eye, Heart, Loader, MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnContent } from '#contract/content/own-content.ts'
import { contentTypeLabel } from '#contract/content/content-types.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { isPortraitVideo, imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'
import { DeleteUploadConfirmation } from './delete-upload-confirmation.tsx'
import { UploadRowActions } from './upload-row-actions.tsx'
import { type UploadStatus, getUploadStatus } from './upload-status.ts'
import { useProcessingStatus } from './use-processing-status.ts'

interface Props {
  item: OwnContent
  /** True if this tab is uploading the video, so the user need not choose the file again to continue. */
  isUploadingHere: boolean
  /** True if the deletion was requested without JavaScript, so the page must ask for confirmation. */
  isConfirmingDeletion: boolean
  onDelete: (item: OwnContent) => void
  onRetry: (item: OwnContent) => void
  onPublish: (item: OwnContent) => void
  /** Called when the video becomes playable or when its processing fails. */
  onSettled: () => void
}

/**
 * Makes the letter on a generated cover smaller and moves the cover's icon closer to the corner. The letter
 * and the icon are designed for a full-size card, which is about three times as wide as the cover in this
 * row.
 */
const coverClass =
  'card-cover self-start [&_.card-letter]:text-[96px] sm:[&_.card-letter]:text-[130px] [&_.card-print-icon]:bottom-2 [&_.card-print-icon]:start-2'

export function UploadRow({
  item,
  isUploadingHere,
  isConfirmingDeletion,
  onDelete,
  onRetry,
  onPublish,
  onSettled,
}: Props) {
  const timeZone = useTimeZone()
  const stream = useProcessingStatus(item, onSettled)
  const here: UploadStatus = { tone: 'moving', text: ownUploadsMessages.here }
  const actions = <UploadRowActions {...{ item, stream, onDelete, onRetry, onPublish }} />
  return (
    <article
      data-hue={item.content_type}
      className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-line py-4 sm:grid-cols-[176px_minmax(0,1fr)] lg:grid-cols-[200px_minmax(300px,1fr)_auto] lg:items-center lg:gap-x-6"
    >
      <div className={coverClass}>
        <CardCover
          title={item.title}
          cover={item.thumbnail_url ?? item.cover_url}
          portrait={isPortraitVideo(item)}
          duration={item.duration_seconds}
          type={item.content_type}
          sizes={imageSizesByLayout.sidebar}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="line-clamp-2 text-17" dir="auto">
          {item.stream_status === 'ready' ? (
            <Link to={pagePaths.watch(item.id)} className="hover:underline">
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </h3>
        <UploadFacts item={item} />
        <UploadStatusLine status={isUploadingHere ? here : getUploadStatus(item, stream, timeZone)} />
        {item.statement_id && (
          <Link
            to={pagePaths.statement(item.statement_id)}
            className="link self-start text-15"
            aria-label={ownUploadsMessages.whyOne({ title: item.title })}
          >
            {ownUploadsMessages.why}
          </Link>
        )}
      </div>
      <div className="col-start-2 -mt-1 flex flex-wrap items-center gap-2 lg:col-start-3 lg:mt-0 lg:justify-end">
        {isConfirmingDeletion ? <DeleteUploadConfirmation item={item} /> : isUploadingHere ? null : actions}
      </div>
    </article>
  )
}

function UploadFacts({ item }: { item: OwnContent }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-quiet">
      <Badge type={item.content_type} quiet>
        {contentTypeLabel(item.content_type)}
      </Badge>
      {item.publication_state !== 'published' && (
        <Badge>{ownUploadsMessages.badges[item.publication_state]}</Badge>
      )}
      <Count
        icon={<Eye size={16} aria-hidden="true" />}
        count={item.views}
        describeCount={(count) => ownUploadsMessages.view({ count })}
      />
      <Count
        icon={<Heart size={16} aria-hidden="true" />}
        count={item.likes_count}
        describeCount={(count) => ownUploadsMessages.like({ count })}
      />
      <Count
        icon={<MessageCircle size={16} aria-hidden="true" />}
        count={item.comments_count}
        describeCount={(count) => ownUploadsMessages.comment({ count })}
      />
      <RelativeTime at={item.created_at} />
    </div>
  )
}

function Count({
  icon,
  count,
  describeCount,
}: {
  icon: React.ReactElement
  count: number
  describeCount: (count: number) => string
}) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      {icon} {count} <span className="sr-only">{describeCount(count)}</span>
    </span>
  )
}

const tones = {
  moving: { icon: Loader, ink: 'text-hue-ink' },
  waiting: { icon: Clock, ink: 'text-bell-ink' },
  good: { icon: CircleCheck, ink: 'text-good-ink' },
  bad: { icon: CircleAlert, ink: 'text-bad-ink' },
}

function UploadStatusLine({ status: { tone, text: state, percent } }: { status: UploadStatus }) {
  const { icon: Icon, ink } = tones[tone]
  return (
    <div className="flex max-w-[520px] flex-col gap-2">
      <p className={classNames('flex items-start gap-2 text-15 font-semibold tabular-nums', ink)}>
        <Icon size={18} className="mt-[2px] shrink-0" aria-hidden="true" /> {state}
      </p>
      {percent !== undefined && <ProgressBar label={ownUploadsMessages.progress} percent={percent} />}
    </div>
  )
}
