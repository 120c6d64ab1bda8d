import {
  CalendarClock,
  ChartNoAxesColumn,
  Download,
  Pencil,
  Play,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react'
import { Form, Link } from 'react-router'
import type { OwnContent } from '#contract/content/own-content.ts'
import { toUploadType } from '#contract/content/content-types.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { classNames } from '#web/ui/class-names.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'

interface Props {
  item: OwnContent
  stream: ProcessingStatus | null
  onDelete: (item: OwnContent) => void
  onRetry: (item: OwnContent) => void
  onPublish: (item: OwnContent) => void
}

/**
 * Offers a Delete button and the other actions that are possible in the current state of the upload. The form
 * works without JavaScript.
 */
export function UploadRowActions({ item, stream, onDelete, onRetry, onPublish }: Props) {
  const status = item.stream_status
  const isScheduled = item.publication_state === 'scheduled'
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center gap-2 max-sm:gap-1 lg:justify-end max-sm:[&_svg]:hidden"
    >
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="stream_id" value={item.stream_id} />
      {status !== 'failed' && item.publication_state === 'draft' && (
        <PublishButton item={item} onPress={() => onPublish(item)} />
      )}
      {status === 'ready' && (
        <Link to={pagePaths.watch(item.id)} className={getButtonClassName({ size: 'small' })}>
          <Play aria-hidden="true" /> {ownUploadsMessages.watch}
        </Link>
      )}
      {status === 'uploading' && (
        <Link
          to={pagePaths.uploadPage(toUploadType(item.content_type))}
          className={getButtonClassName({ size: 'small' })}
        >
          <RotateCcw aria-hidden="true" /> {ownUploadsMessages.goOn}
        </Link>
      )}
      {status !== 'uploading' && status !== 'failed' && (
        <Link
          to={pagePaths.editVideo(item.id)}
          aria-label={ownUploadsMessages.editOne({ title: item.title })}
          className={getButtonClassName({ size: 'small' })}
        >
          <Pencil aria-hidden="true" /> {ownUploadsMessages.edit}
        </Link>
      )}
      {status !== 'failed' && isScheduled && (
        <Link
          to={pagePaths.rescheduleVideo(item.id)}
          aria-label={ownUploadsMessages.rescheduleOne({ title: item.title })}
          className={getButtonClassName({ size: 'small' })}
        >
          <CalendarClock aria-hidden="true" /> {ownUploadsMessages.reschedule}
        </Link>
      )}
      {status === 'ready' && !isScheduled && (
        <Link
          to={pagePaths.videoAnalytics(item.id)}
          aria-label={analyticsMessages.analyticsOf({ title: item.title })}
          className={getButtonClassName({ size: 'small' })}
        >
          <ChartNoAxesColumn aria-hidden="true" /> {analyticsMessages.title}
        </Link>
      )}
      {status === 'ready' && item.moderation !== 'removed' && item.moderation !== 'quarantined' && (
        <a
          href={pagePaths.downloadVideo(item.id)}
          aria-label={ownUploadsMessages.downloadOne({ title: item.title })}
          className={getButtonClassName({ size: 'small' })}
        >
          <Download aria-hidden="true" /> {ownUploadsMessages.download}
        </a>
      )}
      {status === 'failed' && (
        <RetryButton canRetry={stream?.state === 'failed'} onPress={() => onRetry(item)} />
      )}
      {status !== 'failed' && isScheduled && <PublishButton item={item} onPress={() => onPublish(item)} />}
      <Button
        type="submit"
        name="intent"
        value="ask-delete"
        variant="ghost"
        size="small"
        aria-label={ownUploadsMessages.deleteOne({ title: item.title })}
        onClick={preventDefaultAnd(() => onDelete(item))}
      >
        <Trash2 aria-hidden="true" /> {ownUploadsMessages.delete}
      </Button>
    </Form>
  )
}

/**
 * A button that publishes a draft or a scheduled video immediately. For a draft, publishing is the main
 * action, so the button is prominent. A scheduled video is published without further action, so its button is
 * less prominent.
 */
function PublishButton({ item, onPress }: { item: OwnContent; onPress: () => void }) {
  const isDraft = item.publication_state === 'draft'
  const { publish, publishNow, publishOne, publishOneNow } = ownUploadsMessages
  return (
    <Button
      type="submit"
      name="intent"
      value="publish"
      variant={isDraft ? 'primary' : 'ghost'}
      size="small"
      aria-label={(isDraft ? publishOne : publishOneNow)({ title: item.title })}
      onClick={preventDefaultAnd(onPress)}
    >
      <Send aria-hidden="true" /> {isDraft ? publish : publishNow}
    </Button>
  )
}

/**
 * A button that retries a failed upload. An upload that the server has rejected cannot be retried. Without
 * JavaScript, the retry button is always visible. If a rejected upload cannot be retried, the server explains
 * why.
 */
function RetryButton({ canRetry, onPress }: { canRetry: boolean; onPress: () => void }) {
  return (
    <Button
      type="submit"
      name="intent"
      value="retry"
      size="small"
      className={classNames(!canRetry && 'hidden noscript:inline-flex')}
      onClick={preventDefaultAnd(onPress)}
    >
      <RotateCcw aria-hidden="true" /> {ownUploadsMessages.retry}
    </Button>
  )
}

/**
 * Returns a click handler that runs `act` instead of submitting the form. Without JavaScript, the button
 * submits the form to the page's action.
 */
function preventDefaultAnd(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    act()
  }
}
