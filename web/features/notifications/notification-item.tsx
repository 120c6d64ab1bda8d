import {
  AtSign,
  CakeSlice,
  CalendarClock,
  CalendarX,
  CircleAlert,
  CircleCheck,
  FileDown,
  Heart,
  MessageCircle,
  MessageCircleReply,
  Scale,
  UserCheck,
  UserPlus,
  Video,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Notification, type NotificationKind, markNotificationRead } from '#contract/notifications.ts'
import { callApi } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { buildImageSrcSet } from '#web/ui/cards/responsive-images.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import { FollowRequestButtons } from './follow-request-buttons.tsx'
import { NotificationSentence } from './notification-sentence.tsx'
import './notification-item.css'

interface Props {
  entry: Notification
  /** The button that marks a notification as read. */
  action: ReactNode
  /**
   * Called with the new unread count once the user has opened the notification and the server has marked it
   * as read.
   */
  onOpen?: (unread: number) => void
  /** Called after the user has answered the follow request, just before this notification disappears. */
  onAnswered: () => void
}

/** Shows one notification, in the panel or on the notifications page. */
export function NotificationItem({ entry, action, onOpen, onAnswered }: Props) {
  const asker = entry.kind === 'follow_request' ? entry.actors[0] : undefined
  const open = () => {
    if (!entry.read)
      void callApi(markNotificationRead, { params: { id: entry.id } }).then(
        ({ unread }) => onOpen?.(unread),
        // If the request to mark a notification as read fails, the notification stays unread until the user
        // opens it again.
        () => undefined,
      )
  }
  return (
    <li className="note" data-unread={entry.read ? undefined : ''}>
      <Link to={getNotificationPath(entry)} className="note-link" onClick={open}>
        <span className="note-face" data-kind={entry.kind} aria-hidden="true">
          {entry.actors[0] && (
            <Avatar name={entry.actors[0].username} src={entry.actors[0].avatar_url} size={44} />
          )}
          <span className="note-mark">{iconByKind[entry.kind]}</span>
        </span>
        <span className="note-text">
          {!entry.read && <span className="sr-only">{notificationMessages.unread}: </span>}
          <span className="note-sentence">
            <NotificationSentence entry={entry} />
          </span>
          {entry.excerpt && (
            <q className="note-quote" dir="auto">
              {entry.excerpt}
            </q>
          )}
          {entry.error && <span className="note-quote">{entry.error.detail}</span>}
          <RelativeTime at={entry.created_at} className="note-age" />
        </span>
        {entry.content?.picture_url && (
          <img
            src={entry.content.picture_url}
            srcSet={buildImageSrcSet(entry.content.picture_url)}
            sizes="80px"
            alt=""
            width={80}
            height={45}
            loading="lazy"
            className="note-picture"
          />
        )}
      </Link>
      {asker && <FollowRequestButtons actor={asker} onAnswered={onAnswered} />}
      {!entry.read && action}
    </li>
  )
}

const iconByKind: Record<NotificationKind, ReactNode> = {
  upload_ready: <CircleCheck />,
  upload_failed: <CircleAlert />,
  replacement_ready: <CircleCheck />,
  replacement_failed: <CircleAlert />,
  comment: <MessageCircle />,
  reply: <MessageCircleReply />,
  mention: <AtSign />,
  like: <Heart />,
  export_ready: <FileDown />,
  turned_twenty: <CakeSlice />,
  decision: <Scale />,
  follow_request: <UserPlus />,
  new_follower: <UserPlus />,
  follow_approved: <UserCheck />,
  new_video: <Video />,
  broadcast_cancelled: <CalendarX />,
  broadcast_rescheduled: <CalendarClock />,
}

function getNotificationPath({ kind, content, actors, decisions, videos_count }: Notification): string {
  if (kind === 'decision')
    return decisions.length === 1 ? pagePaths.statement(decisions[0]!.id) : pagePaths.statements
  if (kind === 'export_ready' || kind === 'turned_twenty') return pagePaths.dataAndDevices
  if (kind === 'upload_failed') return pagePaths.dashboard
  if (kind === 'replacement_failed' && content) return pagePaths.replaceVideo(content.id)
  if (videos_count > 1 && actors[0]) return pagePaths.creator(actors[0].username)
  if (content)
    return kind === 'comment' || kind === 'reply' || kind === 'mention'
      ? `${pagePaths.watch(content.id)}#comments`
      : pagePaths.watch(content.id)
  return kind === 'new_follower' || !actors[0] ? pagePaths.followers : pagePaths.creator(actors[0].username)
}
