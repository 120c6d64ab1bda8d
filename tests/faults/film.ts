import { upload } from '#tests/media/upload.ts'
import type { Visitor } from '#tests/media/member.ts'
import { makeClip } from '#tests/support/clips.ts'

/** A short film of theirs, uploaded and made playable. Returns its id. */
export async function publishes(member: Visitor): Promise<string> {
  const path = await makeClip(undefined, { seconds: 1 })
  const fate = await upload(member, { path, fileName: 'a.mp4', title: 'Harbour', by: 'tus' })
  if (!fate.stream.ready) throw new Error(`the film is ${fate.stream.state}`)
  return fate.contentId
}
