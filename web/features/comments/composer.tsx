import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { commentMax } from '#contract/limits.ts'
import { graphemes } from '#contract/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field-frame.tsx'

interface Props {
  username: string
  post: (body: string) => Promise<boolean>
  answer?: { text: string; problem: string }
}

/** Writes a comment. A plain form where there is no script: the page's action takes it. */
export function Composer({ username, post, answer }: Props) {
  const [text, setText] = useState(answer?.text ?? '')
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
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
  const problem = left < 0 ? `Use at most ${commentMax} characters.` : answer?.problem
  return (
    <form method="post" className="composer" onSubmit={(event) => void submit(event)}>
      <Avatar name={username} size={40} />
      <div className="composer-body">
        <FieldFrame label={<span className="sr-only">Your comment</span>} error={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              ref={box}
              name="body"
              rows={2}
              className="input composer-box"
              placeholder="Say something kind, or at least funny"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                const send = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
                if (send) event.currentTarget.form?.requestSubmit()
              }}
            />
          )}
        </FieldFrame>
        <p className="composer-foot">
          <Counter left={left} />
          <button
            type="button"
            className={buttonClass({ variant: 'ghost', size: 'small' }, 'needs-js')}
            aria-disabled={off || undefined}
            onClick={clear}
          >
            Clear
          </button>
          <Button
            type="submit"
            name="intent"
            value="comment"
            variant="primary"
            size="small"
            busy={busy}
            disabledReason={off && 'Write something first'}
          >
            Post
          </Button>
        </p>
      </div>
    </form>
  )
}

/** Quiet until the end comes near. */
function Counter({ left }: { left: number }) {
  return (
    <span className="composer-count" data-near={left <= 50 || undefined}>
      {commentMax - left}/{commentMax}
    </span>
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
