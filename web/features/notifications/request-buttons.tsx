import { Check, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { approveFollow, declineFollow } from '#contract/follows.ts'
import type { Notification } from '#contract/notifications.ts'
import { call, CallError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/people.ts'

/** The yes and the no of a request to follow, in its line of news. Answered, the line goes. */
export function RequestButtons({
  actor,
  onAnswered,
}: {
  actor: Notification['actors'][number]
  onAnswered: () => void
}) {
  const [busy, setBusy] = useState<string>()
  const answer = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
    setBusy(value)
    try {
      await call(value === 'approve' ? approveFollow : declineFollow, { params: { id: actor.user_id } })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      notify.bad(thrown.title, thrown.detail)
    }
    setBusy(undefined)
    onAnswered()
  }
  return (
    <form
      method="post"
      action={paths.people('requests')}
      className="note-answers"
      onSubmit={(event) => void answer(event)}
    >
      <input type="hidden" name="person" value={actor.user_id} />
      <Button
        type="submit"
        name="intent"
        value="approve"
        size="small"
        variant="primary"
        busy={busy === 'approve'}
        aria-label={words.approveOne(actor.username)}
      >
        <Check aria-hidden="true" /> {words.approve}
      </Button>
      <Button
        type="submit"
        name="intent"
        value="decline"
        size="small"
        busy={busy === 'decline'}
        aria-label={words.declineOne(actor.username)}
      >
        <X aria-hidden="true" /> {words.decline}
      </Button>
    </form>
  )
}
