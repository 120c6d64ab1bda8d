import {
  CakeSlice,
  CircleAlert,
  CircleCheck,
  FileDown,
  Heart,
  MessageCircle,
  Scale,
  UserCheck,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Notification, type NotificationKind, readNotification } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { srcSet } from '#web/ui/pictures.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { words } from '#web/words/notifications.ts'
import { RequestButtons } from './request-buttons.tsx'
import './entry.css'

interface Props {
  entry: Notification
  /** Beside it: the button that marks it as read. */
  action: ReactNode
  /** It was opened, and with that read. */
  onOpen?: (unread: number) => void
  /** A request was answered, and this line is about to go. */
  onAnswered: () => void
}

/** One line of news, in the centre and on the page alike. */
export function Entry({ entry, action, onOpen, onAnswered }: Props) {
  const asker = entry.kind === 'follow_request' ? entry.actors[0] : undefined
  const open = () => {
    if (!entry.read)
      void call(readNotification, { params: { id: entry.id } }).then(
        ({ unread }) => onOpen?.(unread),
        // It stays unread; the next press may do.
        () => undefined,
      )
  }
  return (
    <li className="note" data-unread={entry.read ? undefined : ''}>
      <Link to={placeOf(entry)} className="note-link" onClick={open}>
        <span className="note-face" data-kind={entry.kind} aria-hidden="true">
          {entry.actors[0] && (
            <Avatar name={entry.actors[0].username} src={entry.actors[0].avatar_url} size={44} />
          )}
          <span className="note-mark">{marks[entry.kind]}</span>
        </span>
        <span className="note-text">
          {!entry.read && <span className="sr-only">{words.unread}: </span>}
          <span className="note-sentence">{words.sentence(entry)}</span>
          {entry.excerpt && <q className="note-quote">{entry.excerpt}</q>}
          {entry.error && <span className="note-quote">{entry.error.detail}</span>}
          <RelativeTime at={entry.created_at} className="note-age" />
        </span>
        {entry.content?.picture_url && (
          <img
            src={entry.content.picture_url}
            srcSet={srcSet(entry.content.picture_url)}
            sizes="80px"
            alt=""
            width={80}
            height={45}
            loading="lazy"
            className="note-picture"
          />
        )}
      </Link>
      {asker && <RequestButtons actor={asker} onAnswered={onAnswered} />}
      {!entry.read && action}
    </li>
  )
}

const marks: Record<NotificationKind, ReactNode> = {
  upload_ready: <CircleCheck />,
  upload_failed: <CircleAlert />,
  comment: <MessageCircle />,
  like: <Heart />,
  export_ready: <FileDown />,
  turned_twenty: <CakeSlice />,
  decision: <Scale />,
  follow_request: <UserPlus />,
  new_follower: <UserPlus />,
  follow_approved: <UserCheck />,
}

function placeOf({ kind, content, actors, decisions }: Notification): string {
  if (kind === 'decision')
    return decisions.length === 1 ? paths.statement(decisions[0]!.id) : paths.statements
  if (kind === 'export_ready' || kind === 'turned_twenty') return paths.data
  if (kind === 'upload_failed') return paths.dashboard
  if (content) return kind === 'comment' ? `${paths.watch(content.id)}#comments` : paths.watch(content.id)
  return kind === 'new_follower' || !actors[0] ? paths.followers : paths.creator(actors[0].username)
}
