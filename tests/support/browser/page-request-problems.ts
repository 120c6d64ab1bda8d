import type { Page, Response } from '@playwright/test'
import { createSeries, putEpisode } from '#contract/content/series.ts'
import { getContent } from '#contract/content/content.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from './sample-videos.ts'

/** Matches URLs that return 404 to everyone except staff. */
export const expectedNotFoundPaths =
  /\/(nothing\/like\/this|create\/broadcast|admin|mod|mod\/figures|mod\/cases\/0[-\w]+|statements\/0[-\w]+)(?![-\w])/

/** Collects failed requests, error statuses and requests to other sites while a test visits pages. */
export function collectRequestProblems(page: Page, site: string): string[] {
  const troubles: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== site) troubles.push(`asked of others: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    // When the browser leaves a page, it aborts the page's live-update connection.
    const why = request.failure()?.errorText ?? ''
    if (!why.includes('ERR_ABORTED')) troubles.push(`failed: ${request.url()} ${why}`)
  })
  page.on('response', (response: Response) => {
    const expected = expectedNotFoundPaths.test(response.url())
    if (response.status() >= 400 && !expected) troubles.push(`${response.status()}: ${response.url()}`)
  })
  return troubles
}

/** What a test needs to know to open the pages of a published video and its creator. */
export interface PublishedVideo {
  film: string
  playbackId: string
  username: string
  userId: string
  /** A series with a single episode by the creator of the video. */
  series: string
}

export async function publishVideoInSeries(owner: HttpTestClient, title: string): Promise<PublishedVideo> {
  const id = await publishSampleVideo(owner, { title })
  const item = await owner.call(getContent, { params: { id } })
  const { username, user_id: userId } = item.creator
  const { id: series } = await owner.call(createSeries, { body: { title: `${title}: the series` } })
  const content_id = await publishSampleVideo(owner, { title: `${title}: the pilot`, type: 'show' })
  await owner.call(putEpisode, { params: { id: series, content_id }, body: { season: 1, episode: 1 } })
  return { film: id, playbackId: item.playback_id!, username, userId, series }
}
