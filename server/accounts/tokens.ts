import type { createToken } from '#contract/sign-in.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { tokenLasts } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { type Asking, checkCredentials, type Credentials } from './credentials.ts'
import { guarded } from './guesses.ts'
import { me } from './me.ts'
import { hashOf, opaque } from './opaque.ts'
import { asksForCode, spendAny } from './second/check.ts'
import { viewerOf } from './viewer.ts'
import { lockToEnterWith } from './ways-in.ts'

type Pair = Omit<AnswerOf<typeof createToken>, 'user'>

/** A short-lived access token and the refresh token that makes the next pair, by password or by refresh token. */
export async function tokenFor(
  wanted: ParsedOf<typeof createToken>['body'],
  asking: Asking,
): Promise<AnswerOf<typeof createToken>> {
  const pair =
    wanted.grant_type === 'password'
      ? await byPassword(wanted, asking)
      : await byRefresh(wanted.refresh_token)
  const viewer = await viewerOf(new Headers({ authorization: `Bearer ${pair.access_token}` }))
  return { ...pair, user: (await me(viewer))! }
}

async function byPassword({ code, ...credentials }: ByPassword, asking: Asking): Promise<Pair> {
  const known = await checkCredentials(credentials, asking)
  const { userId } = known
  const hasCode = await refuseWithoutCode(userId, code)
  return transaction(async (tx) => {
    await lockToEnterWith(tx, known)
    // It may have been turned on meanwhile.
    if (!hasCode && (await asksForCode(tx, userId))) throw new Refusal('code_needed')
    const { id } = await tx
      .insertInto('sessions')
      // The hash of a token that nobody has: a program's session opens by bearer token only.
      .values({
        user_id: userId,
        token: null,
        token_hash: hashOf(opaque()),
        expires_at: inFuture(tokenLasts.refresh),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    log.info('a program signed in', { userId })
    return issue(tx, id)
  })
}

interface ByPassword extends Credentials {
  code?: string | undefined
}

/** A program gives both at once. Answers whether a code was asked for, and was right. */
async function refuseWithoutCode(userId: string, code: string | undefined): Promise<boolean> {
  if (!(await asksForCode(db, userId))) return false
  if (code === undefined) throw new Refusal('code_needed')
  await guarded([['code', userId]], ['code_wrong'], async () => {
    if (!(await transaction((tx) => spendAny(tx, userId, code)))) throw new Refusal('code_wrong')
  })
  return true
}

/** Each refresh token works once. One that comes again was copied: nobody knows whose copy is the thief's, so all end. */
async function byRefresh(token: string): Promise<Pair> {
  const pair = await transaction(async (tx) => {
    const known = await tx
      .selectFrom('bearer_tokens')
      .innerJoin('sessions', 'sessions.id', 'bearer_tokens.session_id')
      .select(['session_id', 'used_at', 'sessions.user_id'])
      .where('hash', '=', hashOf(token))
      .where('kind', '=', 'refresh')
      .where('sessions.expires_at', '>', new Date())
      .where('sessions.created_at', '>', new Date(Date.now() - tokenLasts.program))
      .forUpdate('sessions')
      .executeTakeFirst()
    if (!known) return null
    if (!(await use(tx, token))) {
      await tx.deleteFrom('sessions').where('id', '=', known.session_id).execute()
      log.warn('a refresh token came twice: its session ends', { userId: known.user_id })
      return null
    }
    return issue(tx, known.session_id)
  })
  // Outside, or the family would come back with the rollback.
  if (!pair) throw new Refusal('invalid_token')
  return pair
}

async function use(tx: Tx, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bearer_tokens')
    .set({ used_at: new Date() })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function issue(tx: Tx, session_id: string): Promise<Pair> {
  const [access, refresh] = [opaque(), opaque()]
  const expires = inFuture(tokenLasts.access)
  const end = inFuture(tokenLasts.refresh)
  await tx
    .insertInto('bearer_tokens')
    .values([
      { hash: hashOf(access), kind: 'access', session_id, expires_at: expires },
      { hash: hashOf(refresh), kind: 'refresh', session_id, expires_at: end },
    ])
    .execute()
  await tx.updateTable('sessions').set({ expires_at: end }).where('id', '=', session_id).execute()
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: tokenLasts.access / 1000,
    expires_at: expires.toISOString(),
    refresh_token: refresh,
  }
}

function inFuture(ms: number): Date {
  return new Date(Date.now() + ms)
}
