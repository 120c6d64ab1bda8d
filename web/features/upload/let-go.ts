import { getUpload } from '#contract/uploads.ts'
import { call, CallError } from '#web/api/call.ts'
import { uploadId } from './drafts.ts'
import { dropKept, sweepKept } from './prepare/kept.ts'
import { forget, keptKeys, rememberedAs, rememberedOf } from './remembered.ts'

/** An upload is done or thrown away: nothing of it stays on this device. */
export function letGo(contentId: string): void {
  const kept = rememberedAs(contentId)?.kept
  forget(contentId)
  if (kept) void dropKept(kept)
}

/** Tidies up after uploads that ended elsewhere: on another device, by the server's own sweep, in a tab that crashed. */
export async function sweepDevice(owner: string): Promise<void> {
  for (const { contentId, uploadURL } of rememberedOf(owner)) {
    const gone = await call(getUpload, { params: { id: uploadId(uploadURL) } }).then(
      ({ complete }) => complete,
      (error: unknown) => error instanceof CallError && error.status === 404,
    )
    if (gone) letGo(contentId)
  }
  await sweepKept(keptKeys())
}
