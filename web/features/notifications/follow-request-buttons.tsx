import { Check, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { approveFollow, declineFollow } from '#contract/people/follows.ts'
import type { Notification } from '#contract/notifications.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { followersAndBlocksMessages } from '#web/messages/people/followers-and-blocks.ts'

/**
 * The buttons that approve or decline a follow request. After the user has approved or declined the request,
 * the notification disappears.
 */
export function FollowRequestButtons({
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
      await callApi(value === 'approve' ? approveFollow : declineFollow, { params: { id: actor.user_id } })
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    }
    setBusy(undefined)
    onAnswered()
  }
  return (
    <form
      method="post"
      action={pagePaths.peopleList('requests')}
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
        aria-label={followersAndBlocksMessages.approveOne({ username: actor.username })}
      >
        <Check aria-hidden="true" /> {followersAndBlocksMessages.approve}
      </Button>
      <Button
        type="submit"
        name="intent"
        value="decline"
        size="small"
        busy={busy === 'decline'}
        aria-label={followersAndBlocksMessages.declineOne({ username: actor.username })}
      >
        <X aria-hidden="true" /> {followersAndBlocksMessages.decline}
      </Button>
    </form>
  )
}
