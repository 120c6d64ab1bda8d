import {
  type CaptionDraft,
  type DraftCue,
  getCaptionDraft,
  publishCaptionDraft,
  saveCaptionDraft,
  type SavedCaptionDraft,
} from '#contract/captions/caption-drafts.ts'
import { buildEndpointPath, type ResponseOf } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/errors/common-errors.ts'
import { ApiCallError, callApi, parseErrorResponse } from '#web/api/api-client.ts'

/** Identifies the captions that are being edited. */
export interface CaptionDraftTarget {
  videoId: string
  language: string
  isSdh: boolean
}

const toInput = ({ videoId, language, isSdh }: CaptionDraftTarget) => ({
  params: { id: videoId, language },
  query: { is_sdh: isSdh ? ('true' as const) : ('false' as const) },
})

export function fetchCaptionDraft(target: CaptionDraftTarget): Promise<CaptionDraft> {
  return callApi(getCaptionDraft, toInput(target))
}

export async function saveDraft(
  target: CaptionDraftTarget,
  version: string,
  cues: DraftCue[],
): Promise<ResponseOf<typeof saveCaptionDraft>> {
  const body: SavedCaptionDraft = { version, cues }
  const response = await fetch(buildEndpointPath(saveCaptionDraft, toInput(target)), {
    method: saveCaptionDraft.method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiCallError(503, { code: 'unavailable', ...commonErrors.unavailable })
  })
  if (!response.ok) throw await parseErrorResponse(response)
  return (await response.json()) as ResponseOf<typeof saveCaptionDraft>
}

export function requestCaptionDraftPublication(target: CaptionDraftTarget, version: string, anyway: boolean) {
  return callApi(publishCaptionDraft, { ...toInput(target), body: { version, ...(anyway && { anyway }) } })
}
