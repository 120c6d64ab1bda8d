import { EllipsisVertical, Flag, Heart, HeartOff, Pin, PinOff, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { CommentItemProps } from './comment-context.ts'
import { focusWithoutScroll } from './focus-without-scroll.ts'

/**
 * The menu in which the owner of a video manages a comment. `mine` is true if the comment was written by the
 * owner of the video.
 */
export function CreatorMenu(props: CommentItemProps & { mine: boolean }) {
  const { comment, comments, restoredId, onReport, mine } = props
  const { id, username, parent_id, pinned, hearted } = comment
  // Only the first comment of a thread can be pinned, so the owner has no further actions for their own
  // replies.
  if (mine && parent_id) return null
  const label = commentMessages.more({ username })
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          bare
          size="small"
          className="needs-js"
          label={label}
          icon={<EllipsisVertical />}
          ref={!mine && id === restoredId ? focusWithoutScroll : undefined}
        />
      }
    >
      {!parent_id && (
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onClick={() => void comments.togglePin(comment)}>
          {pinned ? commentMessages.unpin : commentMessages.pin}
        </MenuItem>
      )}
      {!mine && (
        <>
          <MenuItem
            icon={hearted ? <HeartOff /> : <Heart />}
            onClick={() => void comments.toggleHeart(comment)}
          >
            {hearted ? commentMessages.unheart : commentMessages.heart}
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onClick={() => comments.remove(id)}>
            {commentMessages.remove}
          </MenuItem>
          <MenuItem icon={<Flag />} onClick={() => onReport(id)}>
            {commentMessages.reportThis}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
