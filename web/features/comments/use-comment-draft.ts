import { type FormEvent, type RefObject, useState, useSyncExternalStore } from 'react'
import { commentMaxLength } from '#contract/engagement/comment-limits.ts'
import { countGraphemes } from '#contract/user-text.ts'
import type { CommentFormResult } from './comments-panel-updates.ts'
import type { SubmitCommentResult } from './use-comments.ts'

export interface CommentDraftOptions {
  box: RefObject<HTMLTextAreaElement | null>
  initialText?: string | undefined
  send: (text: string, anyway: boolean) => Promise<SubmitCommentResult>
  /**
   * Called after the comment has been sent. If this function is missing, the text box is cleared after
   * sending.
   */
  onSent?: (() => void) | undefined
  formResult?: CommentFormResult | undefined
}

/**
 * Manages the text of a comment that the user is writing or editing. If the comment is rejected or cannot be
 * sent, the text stays in the text box and the text box regains focus.
 */
export function useCommentDraft({ box, initialText = '', send, onSent, formResult }: CommentDraftOptions) {
  const [text, setText] = useState(formResult?.text ?? initialText)
  // A warning applies only to the submitted text, so editing the text removes the warning.
  const [question, setQuestion] = useState(formResult?.asked ? formResult.problem : undefined)
  const [isBusy, setBusy] = useState(false)
  const isEmpty = useHydrated() && text.trim() === ''
  const charactersLeft = commentMaxLength - countGraphemes(text.trim())

  const write = (typed: string) => {
    setText(typed)
    setQuestion(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    box.current?.focus()
    if (isEmpty || isBusy || charactersLeft < 0) return
    setBusy(true)
    const result = await send(text.trim(), question !== undefined)
    setBusy(false)
    if (result === 'posted' && onSent) onSent()
    else if (result === 'posted') write('')
    else if (result !== 'refused') setQuestion(result.ask)
  }
  const clear = () => {
    write('')
    box.current?.focus()
  }
  return {
    text,
    isBusy,
    isEmpty,
    charactersLeft,
    needsConfirmation: question !== undefined,
    problem: question ?? formResult?.problem,
    write,
    submit,
    clear,
  }
}

const subscribeToNothing = () => () => {}

/**
 * Returns whether the page has been hydrated. The server renders the buttons as enabled, because they must
 * also work without JavaScript.
 */
function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
