import type { Page } from '@playwright/test'
import { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { waitUntil } from '../async/wait-until.ts'
import { type HttpTestClient, signUpOverHttp } from '../clients/http-test-client.ts'
import { runQuery } from '../postgres/run-query.ts'
import { allowBroadcasting } from './broadcast-studio.ts'
import type { SiteAccess } from '../processes/test-site.ts'

export const chatLog = (page: Page) => page.getByRole('log', { name: 'Chat messages' })
export const chatBox = (page: Page) => page.getByLabel('Your message')

/** Creates a broadcast that has not started yet. Its chat is open. */
export async function announceBroadcast(
  site: SiteAccess,
  username: string,
): Promise<{ creator: HttpTestClient; id: string }> {
  // The worker announces its capacity a moment after the start of the site.
  await waitUntil(async () => (await runQuery(site.databaseUrl, 'select from broadcast_workers')).length > 0)
  const creator = await signUpOverHttp(site.url, username, 19)
  await allowBroadcasting(site, username)
  const body = { title: `Chat of ${username}`, visibility: 'public' } as const
  const { id } = await creator.call(createBroadcast, { body })
  return { creator, id }
}

/** Makes a person an approved follower of a creator. */
export async function insertFollow(site: SiteAccess, follower: string, creator: string): Promise<void> {
  await runQuery(
    site.databaseUrl,
    `insert into follows (follower_id, followed_id, state, approved_at)
      select fan.user_id, creator.user_id, 'approved', now() from profiles fan, profiles creator
      where fan.username = $1 and creator.username = $2`,
    [follower, creator],
  )
}

/** Ends all broadcasts, because a site has capacity for only a few at a time. */
export async function endAllBroadcasts(site: SiteAccess): Promise<void> {
  await runQuery(
    site.databaseUrl,
    `update broadcasts set state = 'ended', end_reason = 'creator', ended_at = now() where state <> 'ended'`,
  )
}
