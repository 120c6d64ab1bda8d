import { MessageCircleMore } from 'lucide-react'
import { updateContent } from '#contract/content/own-content.ts'
import { type CommentMode, commentModes } from '#contract/engagement/comment-modes.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuChoice, MenuChoiceGroup } from '#web/ui/overlays/menu-choice.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { UseCommentsResult } from './use-comments.ts'

interface Props {
  comments: Pick<UseCommentsResult, 'contentId' | 'setMode'>
  mode: CommentMode
}

/** The menu in which the creator of a video chooses who can comment. */
export default function CommentModeMenu({ comments, mode }: Props) {
  const choose = async (choice: CommentMode) => {
    if (choice === mode) return
    comments.setMode(choice)
    try {
      await callApi(updateContent, { params: { id: comments.contentId }, body: { comment_mode: choice } })
    } catch (thrown) {
      comments.setMode(mode)
      showToast.error(
        commentMessages.modeNotSaved,
        thrown instanceof ApiCallError ? thrown.detail : undefined,
      )
    }
  }
  return (
    <Menu
      label={commentMessages.whoCanComment}
      trigger={
        <Button size="small" className="needs-js">
          <MessageCircleMore aria-hidden="true" />{' '}
          {commentMessages.mode({ choice: commentMessages.modes[mode] })}
        </Button>
      }
    >
      <MenuChoiceGroup label={commentMessages.whoCanComment}>
        {commentModes.map((choice) => (
          <MenuChoice key={choice} checked={choice === mode} onSelect={() => void choose(choice)}>
            {commentMessages.modes[choice]}
          </MenuChoice>
        ))}
      </MenuChoiceGroup>
    </Menu>
  )
}
