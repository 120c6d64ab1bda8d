import assert from 'node:assert/strict'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { createCaptions } from '#contract/content/captions.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import type { TestUser } from './test-app.ts'

/** Uploads a caption file to the owner's video. */
export async function addCaptions(
  owner: TestUser,
  id: string,
  vtt: string,
  language = 'en',
): Promise<CaptionTrack> {
  const path = buildEndpointPath(createCaptions, { params: { id }, query: { language, anyway: 'true' } })
  const response = await owner.fetch(path, { method: 'POST', body: vtt })
  assert.equal(response.status, 201, await response.clone().text())
  return (await response.json()) as CaptionTrack
}
