import type { Tx } from '#server/platform/db/db.ts'

export async function loadPasswordHash(on: Pick<Tx, 'selectFrom'>, userId: string): Promise<string | null> {
  const row = await on
    .selectFrom('sign_in_methods')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

export async function setPasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .insertInto('sign_in_methods')
    .values({ user_id: userId, provider_id: 'credential', account_id: userId, password: hash })
    .onConflict((row) =>
      row.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: new Date() }),
    )
    .execute()
}
