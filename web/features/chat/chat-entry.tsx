import { Check, EllipsisVertical, Flag, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { ChatMessage } from '#contract/broadcasts/chat.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'

interface Props {
  message: ChatMessage
  isMine: boolean
  /** Whether the viewer may remove messages by other people. */
  canModerate: boolean
  onRemove?: ((id: string) => void) | undefined
  onApprove?: ((message: ChatMessage) => void) | undefined
  /** Missing where messages cannot be reported. */
  onReport?: ((id: string) => void) | undefined
}

/** A message in a chat. */
export const ChatEntry = memo(function ChatEntry(props: Props) {
  const { message, isMine, canModerate, onApprove } = props
  const { username, body, role, held } = message
  return (
    <li className="chat-entry" data-held={held && ''}>
      <div className="chat-text">
        <span className="chat-author">
          {isMine ? (
            <b>{chatMessages.you}</b>
          ) : (
            <Link to={pagePaths.creator(username)} className="chat-name">
              @{username}
            </Link>
          )}
          {role && <Badge>{chatMessages.roles[role]}</Badge>}
        </span>{' '}
        <span dir="auto" className="chat-body">
          {body}
        </span>
        {held && <p className="chat-note">{isMine ? chatMessages.waits : chatMessages.waitsForYou}</p>}
        {held && !isMine && canModerate && onApprove && (
          <Button size="small" className="mt-1" onClick={() => onApprove(message)}>
            <Check aria-hidden="true" /> {chatMessages.approve}
          </Button>
        )}
      </div>
      <ChatEntryActions {...props} />
    </li>
  )
})

function ChatEntryActions({ message, isMine, canModerate, onRemove, onReport }: Props) {
  const { id, username, role } = message
  if (isMine)
    return (
      onRemove && (
        <IconButton
          bare
          size="small"
          label={chatMessages.delete}
          icon={<Trash2 />}
          onClick={() => onRemove(id)}
        />
      )
    )
  if (canModerate && onRemove && role !== 'creator') {
    const label = chatMessages.more({ username })
    return (
      <Menu
        label={label}
        trigger={<IconButton bare size="small" label={label} icon={<EllipsisVertical />} />}
      >
        <MenuItem icon={<Trash2 />} danger onClick={() => onRemove(id)}>
          {chatMessages.remove}
        </MenuItem>
        {onReport && (
          <MenuItem icon={<Flag />} onClick={() => onReport(id)}>
            {chatMessages.reportThis}
          </MenuItem>
        )}
      </Menu>
    )
  }
  return (
    onReport && (
      <IconButton
        bare
        size="small"
        label={chatMessages.report({ username })}
        icon={<Flag />}
        onClick={() => onReport(id)}
      />
    )
  )
}
