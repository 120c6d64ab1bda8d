import { db } from '#server/platform/db/db.ts'
import type { FixtureItem } from './fixture-types.ts'
import { generateUniqueWord } from './unique-word.ts'

/**
 * Inserts links and contact details into every text that an adult has written and that other people can see.
 * Each link or contact detail contains a unique name. The text looks as if it predated text moderation or as
 * if a moderator had approved it.
 */
export async function addContactDetailsToTexts(
  publicItem: FixtureItem,
  writer: string,
): Promise<[what: string, word: string][]> {
  const words = {
    title: generateUniqueWord(),
    description: generateUniqueWord(),
    'number in the description': '0151 23998877',
    trailer: generateUniqueWord(),
    comment: generateUniqueWord(),
    bio: generateUniqueWord(),
    'display name': generateUniqueWord(),
  }
  const { user_id, title, description } = await db
    .selectFrom('content')
    .select(['user_id', 'title', 'description'])
    .where('id', '=', publicItem.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('content')
    .set({
      title: `${title} grabify.link/${words.title}`,
      description: `${description}\ncall ${words['number in the description']}\nor ${words.description}@letters.org`,
      trailer_url: `https://${words.trailer}.example/`,
    })
    .where('id', '=', publicItem.id)
    .execute()
  await db
    .insertInto('comments')
    .values({ content_id: publicItem.id, user_id: writer, body: `insta: ${words.comment}_1` })
    .execute()
  await db
    .updateTable('profiles')
    .set({
      bio: `https://t.me/${words.bio}`,
      display_name: `snap: ${words['display name']}`,
      display_name_mode: 'full_name',
    })
    .where('user_id', '=', user_id)
    .execute()
  return Object.entries(words)
}

/**
 * Inserts contact details into everything that a minor has written, as if a moderator had approved it. A
 * minor's contact details must not be visible to anyone else, not even to adults and staff.
 */
export async function insertContactDetailsOfMinor(
  publicItem: FixtureItem,
  minor: string,
): Promise<[what: string, word: string][]> {
  const words = { comment: generateUniqueWord(), bio: generateUniqueWord() }
  await db
    .insertInto('comments')
    .values({ content_id: publicItem.id, user_id: minor, body: `kik ${words.comment}_1` })
    .execute()
  await db
    .updateTable('profiles')
    .set({ bio: `discord gg/${words.bio}` })
    .where('user_id', '=', minor)
    .execute()
  return Object.entries(words)
}
