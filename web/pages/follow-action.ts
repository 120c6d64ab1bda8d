import { deleteBlock, deleteMute, putBlock, putMute } from '#contract/apart.ts'
import { approveFollow, declineFollow, deleteFollow, putFollow, removeFollower } from '#contract/follows.ts'
import type { apiOf } from '#web/api/context.ts'

const verbs = {
  follow: putFollow,
  unfollow: deleteFollow,
  approve: approveFollow,
  decline: declineFollow,
  remove: removeFollower,
  block: putBlock,
  unblock: deleteBlock,
  mute: putMute,
  unmute: deleteMute,
}

/** What a form about a person asks for (`intent`, `person`). False when it is about something else. */
export async function actOnPerson(api: ReturnType<typeof apiOf>, form: FormData): Promise<boolean> {
  const intent = form.get('intent')
  const id = form.get('person')
  if (typeof intent !== 'string' || typeof id !== 'string' || !Object.hasOwn(verbs, intent)) return false
  const verb: (typeof verbs)[keyof typeof verbs] = verbs[intent as keyof typeof verbs]
  await api(verb, { params: { id } })
  return true
}
