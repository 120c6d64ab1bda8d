import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { commentMaxLength } from '#contract/engagement/comment-limits.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { MentionAutocomplete } from './mentions/mention-box.tsx'
import type { CommentTarget } from './mentions/use-mention-suggestions.ts'
import { type CommentDraftOptions, useCommentDraft } from './use-comment-draft.ts'

interface Props extends Omit<CommentDraftOptions, 'box'> {
  /** The label that screen readers announce for the text box. */
  label: string
  submitLabel: string
  /** The label of the submit button when the user must confirm the text. */
  confirmLabel: string
  placeholder?: string
  /** Closes the form. If this function is missing, the form has a Clear button instead of a Cancel button. */
  onCancel?: () => void
  avatar?: ReactNode
  place: CommentTarget
}

/** The form for writing or editing a comment. Without JavaScript, the form submits to the page's action. */
export function CommentForm(props: Props) {
  const { label, submitLabel, confirmLabel, placeholder, onCancel, avatar, place } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useCommentDraft({ ...props, box })
  // Text that the user typed before the code for this form was loaded.
  const adoptTypedText = useEffectEvent(() => {
    const typed = box.current?.value
    if (typed && typed !== draft.text) draft.write(typed)
  })
  useEffect(() => adoptTypedText(), [])
  const isOpenedByPress = onCancel !== undefined
  useEffect(() => {
    if (!isOpenedByPress) return
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [isOpenedByPress])
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
    // While text is being composed with an input method, pressing Escape only cancels the composition.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel?.()
  }
  const error = draft.charactersLeft < 0 ? commentMessages.tooLong({ most: commentMaxLength }) : draft.problem
  return (
    <form method="post" className="composer" onSubmit={(event) => void draft.submit(event)}>
      {avatar}
      <div className="composer-body">
        <FormField label={<span className="sr-only">{label}</span>} error={error}>
          {(wiring) => (
            <MentionAutocomplete place={place} box={box} onWrite={draft.write}>
              {(mentions) => (
                <textarea
                  {...wiring}
                  {...mentions.attributes}
                  ref={box}
                  name="body"
                  rows={2}
                  className="input composer-box"
                  placeholder={placeholder}
                  value={draft.text}
                  onChange={(event) => draft.write(event.target.value)}
                  onKeyDown={(event) => mentions.handleKey(event) || handleKey(event)}
                />
              )}
            </MentionAutocomplete>
          )}
        </FormField>
        {draft.needsConfirmation && <input type="hidden" name="anyway" value="on" />}
        <CommentFormFooter
          {...draft}
          submitLabel={draft.needsConfirmation ? confirmLabel : submitLabel}
          onCancel={onCancel}
        />
      </div>
    </form>
  )
}

interface FooterProps {
  charactersLeft: number
  isEmpty: boolean
  isBusy: boolean
  submitLabel: string
  clear: () => void
  onCancel: (() => void) | undefined
}

function CommentFormFooter({ charactersLeft, isEmpty, isBusy, submitLabel, clear, onCancel }: FooterProps) {
  return (
    <p className="composer-foot">
      <span className="composer-count" data-near={charactersLeft <= 50 || undefined}>
        {commentMaxLength - charactersLeft}/{commentMaxLength}
      </span>
      {/* The button uses `aria-disabled` instead of `disabled`, so it can still receive focus. If the
          comment box is empty, pressing the button moves the focus to the comment box. */}
      <button
        type="button"
        className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'needs-js')}
        aria-disabled={(!onCancel && isEmpty) || undefined}
        onClick={onCancel ?? clear}
      >
        {onCancel ? commentMessages.cancel : commentMessages.clear}
      </button>
      <button
        type="submit"
        name="intent"
        value="comment"
        className={getButtonClassName({ variant: 'primary', size: 'small' })}
        aria-disabled={isEmpty || isBusy || undefined}
        aria-busy={isBusy || undefined}
      >
        {submitLabel}
      </button>
    </p>
  )
}
