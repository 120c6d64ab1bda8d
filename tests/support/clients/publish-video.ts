import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'

/** Uploads a short video, waits until it is playable and returns its ID. */
export async function publishVideo(member: HttpTestClient): Promise<string> {
  const path = await createTestClip(undefined, { seconds: 1 })
  const fate = await uploadAndAwaitProcessing(member, {
    path,
    fileName: 'a.mp4',
    title: 'Harbour',
    by: 'tus',
  })
  if (!fate.stream.ready) throw new Error(`the film is ${fate.stream.state}`)
  return fate.contentId
}
