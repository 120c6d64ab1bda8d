import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { CommentItemProps } from './comment-context.ts'
import { focusWithoutScroll } from './focus-without-scroll.ts'
import { useIsCommentEditable } from './use-is-comment-editable.ts'

interface OwnCommentActionsProps extends Pick<CommentItemProps, 'comment' | 'comments' | 'restoredId'> {
  onStartEditing: () => void
  /** True if the focus must move to these buttons because the edit form has just been closed. */
  isFocused: boolean
}

/** The Edit and Delete buttons that the author of a comment sees. */
export function OwnCommentActions(props: OwnCommentActionsProps) {
  const { comment, comments, restoredId, onStartEditing, isFocused } = props
  const isEditable = useIsCommentEditable(comment)
  return (
    <form
      method="post"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        comments.remove(comment.id)
      }}
    >
      {isEditable && (
        <IconButton
          size="small"
          label={commentMessages.edit}
          icon={<Pencil />}
          onClick={onStartEditing}
          ref={isFocused ? focusWithoutScroll : undefined}
        />
      )}
      <input type="hidden" name="comment" value={comment.id} />
      <IconButton
        type="submit"
        name="intent"
        value="delete-comment"
        size="small"
        label={commentMessages.delete}
        icon={<Trash2 />}
        ref={comment.id === restoredId || (isFocused && !isEditable) ? focusWithoutScroll : undefined}
      />
    </form>
  )
}
