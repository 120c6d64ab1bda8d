import { type FormEvent, type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { commentMax } from '#contract/limits.ts'
import { graphemes } from '#contract/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { FieldFrame } from '#web/ui/field-frame.tsx'
import { words } from '#web/words/comments.ts'

interface Props {
  username: string
  post: (body: string) => Promise<boolean>
  answer?: { text: string; problem: string }
}

/** Writes a comment. A plain form where there is no script: the page's action takes it. */
export function Composer({ username, post, answer }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(box, post, answer?.text ?? '')
  const problem = draft.left < 0 ? words.tooLong(commentMax) : answer?.problem
  return (
    <form method="post" className="composer" onSubmit={(event) => void draft.submit(event)}>
      <Avatar name={username} size={40} />
      <div className="composer-body">
        <FieldFrame label={<span className="sr-only">{words.yours}</span>} error={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              ref={box}
              name="body"
              rows={2}
              className="input composer-box"
              placeholder={words.placeholder}
              value={draft.text}
              onChange={(event) => draft.write(event.target.value)}
              onKeyDown={(event) => {
                const send = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
                if (send) event.currentTarget.form?.requestSubmit()
              }}
            />
          )}
        </FieldFrame>
        <Foot left={draft.left} off={draft.off} busy={draft.busy} onClear={draft.clear} />
      </div>
    </form>
  )
}

/** The text being written. What cannot be posted leads back to the box; what was not posted stays in it (ruling 31). */
function useDraft(box: RefObject<HTMLTextAreaElement | null>, post: Props['post'], start: string) {
  const [text, setText] = useState(start)
  const [busy, setBusy] = useState(false)
  const off = useScript() && text.trim() === ''
  const left = commentMax - graphemes(text.trim())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    box.current?.focus()
    if (off || busy || left < 0) return
    setBusy(true)
    if (await post(text.trim())) setText('')
    setBusy(false)
  }
  const clear = () => {
    setText('')
    box.current?.focus()
  }
  return { text, busy, off, left, submit, clear, write: setText }
}

function Foot(props: { left: number; off: boolean; busy: boolean; onClear: () => void }) {
  const { left, off, busy, onClear } = props
  return (
    <p className="composer-foot">
      <span className="composer-count" data-near={left <= 50 || undefined}>
        {commentMax - left}/{commentMax}
      </span>
      {/* Off, but still there for the keyboard: a press leads to the empty box. */}
      <button
        type="button"
        className={buttonClass({ variant: 'ghost', size: 'small' }, 'needs-js')}
        aria-disabled={off || undefined}
        onClick={onClear}
      >
        {words.clear}
      </button>
      <button
        type="submit"
        name="intent"
        value="comment"
        className={buttonClass({ variant: 'primary', size: 'small' })}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
      >
        {words.post}
      </button>
    </p>
  )
}

const never = () => () => {}

/** False in the server's HTML: without script the buttons must not be off. */
function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
