import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { focusWithoutScroll } from './focus-without-scroll.ts'

/** Replaces a deleted comment in the list and offers to undo the deletion. */
export function DeletedComment({ id, onUndo }: { id: string; onUndo: (id: string) => void }) {
  return (
    <div className="entry-deleted">
      <span id={`deleted-${id}`}>{commentMessages.deleted}</span>
      <button
        type="button"
        ref={focusWithoutScroll}
        className={getButtonClassName({ size: 'small' })}
        aria-describedby={`deleted-${id}`}
        onClick={() => onUndo(id)}
      >
        {commentMessages.undo}
      </button>
    </div>
  )
}
