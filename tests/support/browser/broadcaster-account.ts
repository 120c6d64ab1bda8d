import type { Page } from '@playwright/test'
import { runQuery } from '../postgres/run-query.ts'
import type { TestSite } from '../processes/test-site.ts'
import { signUpThroughApi } from './browser-test.ts'

/** Signs up a member who may go live. */
export async function signUpBroadcaster(page: Page, site: TestSite, username: string): Promise<void> {
  await signUpThroughApi(page, username, 19)
  await runQuery(
    site.databaseUrl,
    `update users set email_verified = true, created_at = now() - interval '30 days' where email = $1`,
    [`${username}@example.com`],
  )
}
