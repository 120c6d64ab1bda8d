import { randomUUID } from 'node:crypto'
import { db } from '#server/platform/db/db.ts'
import type { TestUser } from '../app/test-app.ts'
import type { FixtureCommentKey, FixtureItem, FixtureItemKey, FixtureComment } from './fixture-types.ts'
import { generateUniqueWord } from './unique-word.ts'

export async function createFixtureComments(
  who: (name: string) => TestUser,
  publicItem: FixtureItem,
  items: Record<FixtureItemKey, FixtureItem>,
) {
  const says = async (
    name: string,
    under: FixtureItem,
    moderation: 'approved' | 'held' | 'removed' = 'approved',
    held_for: 'owner' | null = null,
  ) => {
    const word = generateUniqueWord()
    const { id } = await db
      .insertInto('comments')
      .values({ content_id: under.id, user_id: who(name).id, body: `I say ${word}`, moderation, held_for })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, word }
  }
  return {
    approved: await says('stranger', publicItem),
    waiting: await says('stranger', items.public, 'held', 'owner'),
    by_blocked: await says('blocked', items.public),
    of_blocked: await says('ada', publicItem),
    of_suspended: await says('susan', publicItem),
    of_leaving: await says('leo', publicItem),
    held: await says('stranger', publicItem, 'held'),
    removed: await says('stranger', publicItem, 'removed'),
    under_only_me: await says('ada', items.only_me),
    never: { id: randomUUID(), word: generateUniqueWord() },
  } satisfies Record<FixtureCommentKey, FixtureComment>
}

export async function copyFixtureComment({ id, word }: FixtureComment): Promise<FixtureComment> {
  const columns = ['content_id', 'user_id', 'body', 'moderation', 'held_for'] as const
  const row = await db.selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  const copy = await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow()
  return { id: copy.id, word }
}
