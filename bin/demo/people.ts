import { getSession, signIn, signUp } from '#contract/accounts.ts'
import { putAvatar, updateProfile } from '#contract/profiles.ts'
import { CallError } from '#web/api/call.ts'
import type { Creator } from './cast.ts'
import type { Ledger } from './ledger.ts'
import { avatar } from './poster.ts'
import { type OpenSite, Trouble } from './site.ts'
import { Visitor } from './visitor.ts'

export const emailOf = (username: string) => `${username}@example.com`

/** Joins as the form does, with a picture and a few words; comes back signed in, the second time as well. */
export async function joinSite(site: OpenSite, ledger: Ledger, creator: Creator): Promise<Visitor> {
  const key = `account:${creator.username}`
  if (ledger.has(key)) return signedIn(site, ledger, creator.username)
  const visitor = await signedUp(site, ledger, creator)
  const { me } = await visitor.call(getSession, {})
  await refuseOtherDatabase(site, me!.id)
  await visitor.call(updateProfile, { body: { bio: creator.bio } })
  await visitor.sendPicture(putAvatar.path, await avatar(creator))
  await ledger.note(key, me!.id)
  return visitor
}

export async function signedIn(site: OpenSite, ledger: Ledger, username: string): Promise<Visitor> {
  const visitor = new Visitor(site.url)
  const body = { email: emailOf(username), password: ledger.passwordOf(username) }
  await visitor.call(signIn, { body })
  return visitor
}

/** A run that was stopped may have joined without noting it down: then the password is the one it had. */
async function signedUp(site: OpenSite, ledger: Ledger, creator: Creator): Promise<Visitor> {
  const { username, fullName, age } = creator
  const password = ledger.passwordOf(username)
  const visitor = new Visitor(site.url)
  try {
    const body = {
      full_name: fullName,
      email: emailOf(username),
      age,
      username,
      password,
      terms: true as const,
    }
    await visitor.call(signUp, { body })
  } catch (error) {
    if (!(error instanceof CallError) || !error.code.endsWith('_taken')) throw error
  }
  return signedIn(site, ledger, username).catch((error) => {
    if (!(error instanceof CallError)) throw error
    throw new Trouble(`The name @${username} belongs to somebody on this site. The demo is for an empty one.`)
  })
}

/** The site at the address and the database of these settings must be one: else nothing could be taken away again. */
async function refuseOtherDatabase({ db, url }: OpenSite, userId: string): Promise<void> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!row)
    throw new Trouble(
      `The site at ${url} keeps its data elsewhere. Give this command the site’s own DATA_DIR or DATABASE_URL.`,
    )
}
