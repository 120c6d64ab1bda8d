import { type FormEvent, type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { commentMaxLength } from '#contract/limits.ts'
import { countGraphemes } from '#contract/user-text.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import type { UseCommentsResult } from './use-comments.ts'

export interface CommentAuthor {
  id: string
  username: string
  avatar_url: string | null
}

interface Props {
  me: CommentAuthor
  post: UseCommentsResult['post']
  answer?: { text: string; problem: string; asked: boolean }
}

/** The form for writing a comment. Without JavaScript, the form submits to the page's action. */
export function CommentComposer({ me, post, answer }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useCommentDraft(box, post, answer)
  const problem = draft.left < 0 ? commentMessages.tooLong(commentMaxLength) : draft.problem
  return (
    <form method="post" className="composer" onSubmit={(event) => void draft.submit(event)}>
      <Avatar name={me.username} src={me.avatar_url} size={40} />
      <div className="composer-body">
        <FormField label={<span className="sr-only">{commentMessages.yours}</span>} error={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              ref={box}
              name="body"
              rows={2}
              className="input composer-box"
              placeholder={commentMessages.placeholder}
              value={draft.text}
              onChange={(event) => draft.write(event.target.value)}
              onKeyDown={(event) => {
                const send = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
                if (send) event.currentTarget.form?.requestSubmit()
              }}
            />
          )}
        </FormField>
        {draft.asked && <input type="hidden" name="anyway" value="on" />}
        <ComposerFooter {...draft} />
      </div>
    </form>
  )
}

/**
 * Manages the text of the comment that the user is writing. A rejected or unsent comment stays in the text
 * box, and the focus returns to the text box.
 */
function useCommentDraft(
  box: RefObject<HTMLTextAreaElement | null>,
  post: Props['post'],
  answer: Props['answer'],
) {
  const [text, setText] = useState(answer?.text ?? '')
  // A warning applies only to the text that was submitted, so any edit removes the warning.
  const [question, setQuestion] = useState(answer?.asked ? answer.problem : undefined)
  const [busy, setBusy] = useState(false)
  const isEmpty = useHydrated() && text.trim() === ''
  const charactersLeft = commentMaxLength - countGraphemes(text.trim())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    box.current?.focus()
    if (isEmpty || busy || charactersLeft < 0) return
    setBusy(true)
    const posted = await post(text.trim(), question !== undefined)
    if (posted === 'posted') write('')
    else if (posted !== 'refused') setQuestion(posted.ask)
    setBusy(false)
  }
  const write = (typed: string) => {
    setText(typed)
    setQuestion(undefined)
  }
  const clear = () => {
    write('')
    box.current?.focus()
  }
  const needsConfirmation = question !== undefined
  return {
    text,
    busy,
    off: isEmpty,
    left: charactersLeft,
    asked: needsConfirmation,
    problem: question ?? answer?.problem,
    submit,
    clear,
    write,
  }
}

function ComposerFooter(props: {
  left: number
  off: boolean
  busy: boolean
  asked: boolean
  clear: () => void
}) {
  const { left, off, busy, asked, clear } = props
  return (
    <p className="composer-foot">
      <span className="composer-count" data-near={left <= 50 || undefined}>
        {commentMaxLength - left}/{commentMaxLength}
      </span>
      {/* The button uses `aria-disabled` instead of `disabled`, so it stays focusable. Pressing the disabled
          button moves the focus to the empty comment box. */}
      <button
        type="button"
        className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'needs-js')}
        aria-disabled={off || undefined}
        onClick={clear}
      >
        {commentMessages.clear}
      </button>
      <button
        type="submit"
        name="intent"
        value="comment"
        className={getButtonClassName({ variant: 'primary', size: 'small' })}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
      >
        {asked ? commentMessages.postAnyway : commentMessages.post}
      </button>
    </p>
  )
}

const subscribeToNothing = () => () => {}

/**
 * Returns whether the page has been hydrated. The server renders the buttons as enabled, because they must
 * work without JavaScript.
 */
function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
