import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { createCaptions, replaceCaptionFile } from '#contract/content/captions.ts'
import { checkCaptionFile } from '#contract/content/captions/caption-checks.ts'
import { buildEndpointPath, type ResponseOf } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/errors/common-errors.ts'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'

/** The creator's answers to the questions that the server asks about a caption file. */
export type CaptionFileConfirmations = { encoding?: 'windows-1252'; anyway?: 'true' }

/** The purpose of a caption file: to add captions in a language, or to replace existing captions. */
export type CaptionFileTarget =
  | { kind: 'new'; language: string; is_sdh: boolean }
  | { kind: 'replace'; track: CaptionTrack }

/**
 * Uploads a caption file for the user's own video. Throws an ApiCallError if the server rejects the caption
 * file.
 */
export function sendCaptionFile(
  id: string,
  target: CaptionFileTarget,
  file: File,
  answers: CaptionFileConfirmations,
): Promise<CaptionTrack> {
  const path =
    target.kind === 'new'
      ? buildEndpointPath(createCaptions, {
          params: { id },
          query: { language: target.language, is_sdh: target.is_sdh, ...answers },
        })
      : buildEndpointPath(replaceCaptionFile, { params: { id, caption_id: target.track.id }, query: answers })
  return sendFile(path, target.kind === 'new' ? createCaptions.method : replaceCaptionFile.method, file)
}

/**
 * Lets the server check a caption file before the video has been created. Throws an ApiCallError if the
 * server would reject the caption file.
 */
export function requestCaptionFileCheck(
  file: File,
  answers: CaptionFileConfirmations,
): Promise<ResponseOf<typeof checkCaptionFile>> {
  return sendFile(buildEndpointPath(checkCaptionFile, { query: answers }), checkCaptionFile.method, file)
}

/** A caption request that gets no response within a minute counts as failed. */
const timeoutMs = 60_000

async function sendFile<Answer>(path: string, method: string, file: File): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(path, { method, body: file, signal }).catch(() => {
    throw new ApiCallError(503, { code: 'unavailable', ...commonErrors.unavailable })
  })
  if (!response.ok) throw await parseErrorResponse(response)
  return (await response.json()) as Answer
}
