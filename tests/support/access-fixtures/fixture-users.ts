import { randomBytes, randomUUID } from 'node:crypto'
import { getSessionCookieName } from '#server/auth/auth.ts'
import { serializeSessionCookie } from '#server/auth/cookies.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { addSecondFactor } from '../app/staff.ts'
import { type TestApp, TestUser } from '../app/test-app.ts'
import type { FixtureOwnerKey, FixtureProfileKey, FixtureProfile } from './fixture-types.ts'
import { createRandomImage } from './fixture-items.ts'
import { generateUniqueWord } from './unique-word.ts'

/**
 * Creates a signed-in member without using the sign-up form, because other tests cover the form. The account
 * is more than a day old, so the limits for new accounts do not apply.
 */
export async function createSignedInUser(
  testApp: TestApp,
  name: string,
  age: number,
  role: 'user' | 'moderator' | 'admin' = 'user',
): Promise<TestUser> {
  const person = new TestUser(testApp.app)
  const longAgo = new Date(Date.now() - 40 * 24 * 3600_000)
  const { id } = await db
    .insertInto('users')
    .values({ email: `${name}@example.com`, email_verified: true, name, role, created_at: longAgo })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('private_details')
    .values({ user_id: id, full_name: `${name} Secretname`, age, terms_version: '2.0' })
    .execute()
  const profile = { user_id: id, username: name, is_minor: age < 18, created_at: longAgo }
  await db.insertInto('profiles').values(profile).execute()
  if (role !== 'user') await addSecondFactor(id)
  const token = randomBytes(24).toString('hex')
  const expires_at = new Date(Date.now() + 30 * 24 * 3600_000)
  await db.insertInto('sessions').values({ user_id: id, token, expires_at }).execute()
  const value = /=([^;]*)/.exec(serializeSessionCookie({ token, remembered: true }))![1]!
  person.cookies.set(getSessionCookieName(), value)
  return Object.assign(person, { id, name })
}

export async function createFixtureProfiles(
  who: (name: string) => TestUser,
): Promise<Record<FixtureProfileKey, FixtureProfile>> {
  const somebody = async (name: FixtureOwnerKey): Promise<FixtureProfile> => {
    const { id } = who(name)
    const [bio, picture] = [generateUniqueWord(), await createRandomImage()]
    const avatar = `/avatars/${id}/${randomBytes(12).toString('hex')}.webp`
    await storage.putBytes(avatar.slice(1), picture)
    await db
      .updateTable('profiles')
      .set({ bio: `About me: ${bio}`, avatar_url: avatar })
      .where('user_id', '=', id)
      .execute()
    return { id, username: name, bio, avatar, picture }
  }
  const nobody = randomUUID()
  return {
    public: await somebody('ada'),
    private: await somebody('priva'),
    suspended: await somebody('susan'),
    leaving: await somebody('leo'),
    never: {
      id: nobody,
      username: 'noone',
      bio: generateUniqueWord(),
      avatar: `/avatars/${nobody}/${'0'.repeat(24)}.webp`,
      picture: await createRandomImage(),
    },
  }
}
