import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { putAvatar, updateProfile } from '#contract/people/profiles.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import type { DemoCreator } from './creators.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { renderAvatar } from './media/demo-images.ts'
import { type DemoSite, DemoError } from './demo-site.ts'
import { DemoApiClient } from './api-client.ts'

export const getDemoEmail = (username: string) => `${username}@example.com`

/**
 * Signs in to a demo account and returns the signed-in client. Creates the account with an avatar and a bio
 * if necessary.
 */
export async function ensureDemoAccount(
  site: DemoSite,
  demoDataRecord: DemoDataRecord,
  creator: DemoCreator,
): Promise<DemoApiClient> {
  const key = `account:${creator.username}`
  if (demoDataRecord.has(key)) return signInAsCreator(site, demoDataRecord, creator.username)
  const visitor = await signUpCreator(site, demoDataRecord, creator)
  const { me } = await visitor.call(getSession, {})
  await requireSameDatabase(site, me!.id)
  await visitor.call(updateProfile, { body: { bio: creator.bio } })
  await visitor.sendPicture(putAvatar.path, await renderAvatar(creator))
  await demoDataRecord.record(key, me!.id)
  return visitor
}

export async function signInAsCreator(
  site: DemoSite,
  demoDataRecord: DemoDataRecord,
  username: string,
): Promise<DemoApiClient> {
  const visitor = new DemoApiClient(site.url)
  const body = { email: getDemoEmail(username), password: demoDataRecord.getPassword(username) }
  await visitor.call(signIn, { body })
  return visitor
}

/**
 * Signs up a creator. If an interrupted run created the account without recording it, signs in to that
 * account instead of creating another one. The password is the same in every run.
 */
async function signUpCreator(
  site: DemoSite,
  demoDataRecord: DemoDataRecord,
  creator: DemoCreator,
): Promise<DemoApiClient> {
  const { username, fullName, age } = creator
  const password = demoDataRecord.getPassword(username)
  const visitor = new DemoApiClient(site.url)
  try {
    const body = {
      full_name: fullName,
      email: getDemoEmail(username),
      age,
      username,
      password,
      terms: true as const,
    }
    await visitor.call(signUp, { body })
  } catch (error) {
    if (!(error instanceof ApiCallError) || !error.code.endsWith('_taken')) throw error
  }
  return signInAsCreator(site, demoDataRecord, username).catch((error) => {
    if (!(error instanceof ApiCallError)) throw error
    throw new DemoError(
      `The username @${username} is already taken on this site. The demo needs an empty site.`,
    )
  })
}

/**
 * Throws unless the site at the URL uses the configured database. If the site at the URL used a different
 * database from the configured one, `--remove` could not remove the demo.
 */
async function requireSameDatabase({ db, url }: DemoSite, userId: string): Promise<void> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!row)
    throw new DemoError(
      `The site at ${url} uses another database. Set DATA_DIR or DATABASE_URL to the site’s.`,
    )
}
