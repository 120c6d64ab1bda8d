import {
  CircleAlert,
  CircleCheck,
  Clock,
  Heart,
  Loader,
  MessageCircle,
  Play,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { Form, Link } from 'react-router'
import type { OwnContent } from '#contract/content.ts'
import type { Stream } from '#contract/uploads.ts'
import { typeBadge, uploadTypeOf } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { age, spokenAge } from '#web/ui/age.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CardCover } from '#web/ui/card-cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Progress } from '#web/ui/progress.tsx'
import { type Standing, standingOf } from './state-words.ts'
import { useStream } from './use-stream.ts'

interface Props {
  item: OwnContent
  /** Uploading in this very tab: nothing has to be picked again. */
  sendingHere: boolean
  /** The page was asked, without script, to delete this one: it asks back. */
  asked: boolean
  onDelete: (item: OwnContent) => void
  onRetry: (item: OwnContent) => void
  /** It became playable or failed. */
  onSettled: () => void
}

export function UploadRow({ item, sendingHere, asked, onDelete, onRetry, onSettled }: Props) {
  const stream = useStream(item, onSettled)
  const standing = standingOf(item, stream)
  const portrait = (item.height ?? 0) > (item.width ?? 1)
  return (
    <article
      data-hue={item.content_type}
      className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-line py-4 sm:grid-cols-[176px_minmax(0,1fr)] lg:grid-cols-[200px_minmax(0,1fr)_auto] lg:items-center lg:gap-x-6"
    >
      <div className="card-cover self-start">
        <CardCover
          title={item.title}
          cover={item.thumbnail_url ?? item.cover_url}
          portrait={portrait}
          duration={item.duration_seconds}
          type={item.content_type}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="line-clamp-2 text-17">{item.title}</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-quiet">
          <Badge type={item.content_type} quiet>
            {typeBadge(item.content_type)}
          </Badge>
          <Count icon={<Heart size={16} aria-hidden="true" />} count={item.likes_count} word="like" />
          <Count
            icon={<MessageCircle size={16} aria-hidden="true" />}
            count={item.comments_count}
            word="comment"
          />
          <time dateTime={item.created_at} suppressHydrationWarning>
            <span aria-hidden="true">{age(item.created_at)}</span>
            <span className="sr-only">{spokenAge(item.created_at)}</span>
          </time>
        </div>
        <State standing={sendingHere ? { tone: 'moving', words: 'Uploading from this tab' } : standing} />
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-2 lg:col-span-1 lg:justify-end">
        {asked ? (
          <ReallyDelete item={item} />
        ) : (
          <Actions
            item={item}
            stream={stream}
            sendingHere={sendingHere}
            onDelete={onDelete}
            onRetry={onRetry}
          />
        )}
      </div>
    </article>
  )
}

const tones = {
  moving: { icon: Loader, text: 'text-hue-ink' },
  waiting: { icon: Clock, text: 'text-bell-ink' },
  good: { icon: CircleCheck, text: 'text-good-ink' },
  bad: { icon: CircleAlert, text: 'text-bad-ink' },
}

function State({ standing: { tone, words, percent } }: { standing: Standing }) {
  const { icon: Icon, text } = tones[tone]
  return (
    <div className="flex max-w-[520px] flex-col gap-2">
      <p className={cx('flex items-start gap-2 text-15 font-semibold tabular-nums', text)}>
        <Icon size={18} className="mt-[2px] shrink-0" aria-hidden="true" /> {words}
      </p>
      {percent !== undefined && <Progress label="Processing" percent={percent} />}
    </div>
  )
}

function Count({ icon, count, word }: { icon: React.ReactElement; count: number; word: string }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      {icon} {count} <span className="sr-only">{count === 1 ? word : `${word}s`}</span>
    </span>
  )
}

type ActionProps = Omit<Props, 'asked' | 'onSettled'> & { stream: Stream | null }

function Actions({ item, stream, sendingHere, onDelete, onRetry }: ActionProps) {
  const status = item.stream_status
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="stream_id" value={item.stream_id} />
      {status === 'ready' && (
        <Link to={paths.watch(item.id)} className={buttonClass()}>
          <Play aria-hidden="true" /> Watch
        </Link>
      )}
      {status === 'uploading' && !sendingHere && (
        <Link to={paths.create(uploadTypeOf(item.content_type))} className={buttonClass()}>
          <RotateCcw aria-hidden="true" /> Pick the same file to go on
        </Link>
      )}
      {status === 'failed' && (
        // What was refused stays refused. Without script nobody can ask which it is, so the server tells.
        <Button
          type="submit"
          name="intent"
          value="retry"
          className={cx(stream?.state !== 'failed' && 'hidden noscript:inline-flex')}
          onClick={instead(() => onRetry(item))}
        >
          <RotateCcw aria-hidden="true" /> Retry
        </Button>
      )}
      {!sendingHere && (
        <Button
          type="submit"
          name="intent"
          value="ask-delete"
          variant="ghost"
          aria-label={`Delete ${item.title}`}
          onClick={instead(() => onDelete(item))}
        >
          <Trash2 aria-hidden="true" /> Delete
        </Button>
      )}
    </Form>
  )
}

/** With script the press does it here; without, the form goes to the page's action. */
function instead(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    act()
  }
}

function ReallyDelete({ item }: { item: OwnContent }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-2" aria-label={`Delete ${item.title}?`}>
      <input type="hidden" name="id" value={item.id} />
      <p className="font-semibold">Really delete it?</p>
      <Button type="submit" name="intent" value="delete" variant="danger">
        Delete
      </Button>
      <Link to={paths.dashboard} className={buttonClass()}>
        Keep it
      </Link>
    </Form>
  )
}
