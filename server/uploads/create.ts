import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { isGenreOf } from '#contract/genres.ts'
import { type UploadType, type Visibility, storedType } from '#contract/kinds.ts'
import { hasVideoExtension, maxBytes, maxSizeLabel, sizeLabel } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import type { createUpload } from '#contract/uploads.ts'
import { config } from '../platform/config.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { withinFirstDay } from '../safety/first-day.ts'
import { itemsAtWork } from '../safety/items.ts'
import { settingOf } from '../safety/settings.ts'
import { readTexts, tellHeld } from '../content/texts.ts'
import { bytes } from './bytes.ts'
import { keyOf } from './gated.ts'

type Announced = ParsedOf<typeof createUpload>['body']

/** Announces an upload: a draft, its stream and an empty place for the bytes, or none of them. */
export async function create(owner: Member, body: Announced): Promise<AnswerOf<typeof createUpload>> {
  if (body.user_id && body.user_id !== owner.id) throw new Refusal('forbidden')
  refuseFile(owner.id, body)
  if (!isGenreOf(body.content_type, body.genre)) throw new Refusal('genre_unknown')
  const { texts, held } = readTexts(owner, body, body.anyway)
  return transaction(async (tx) => {
    await refuseTooMany(tx, owner.id)
    const { file_name = '', file_size = maxBytes(body.content_type) } = body
    const is_declared = body.file_name !== undefined && body.file_size !== undefined
    await withinQuota(tx, owner.id, file_size)
    await withinFirstDay(tx, owner.id, 'uploads')
    const draft = await insertDraft(tx, owner.id, { ...body, ...texts }, held)
    if (held.length > 0) await tellHeld(tx, owner, draft.id, held)
    const { id } = await tx
      .insertInto('uploads')
      .values({ content_id: draft.id, user_id: owner.id, file_name, file_size, is_declared })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Last: when there is no place for the bytes, there is no draft either.
    if (is_declared) await bytes().begin(keyOf(id), file_size)
    return { uploadURL: uploadUrl(id), contentId: draft.id, streamId: draft.stream_id }
  })
}

/** Where the bytes go: a full address, as the specification's client uses it as it is. */
export function uploadUrl(id: string): string {
  return `${config.publicUrl}/api/uploads/${id}`
}

function refuseFile(userId: string, body: Announced): void {
  const refused = wrongWith(body)
  if (!refused) return
  log.info('upload refused', { reason: refused.code, userId })
  throw refused
}

/** What is not announced is checked when the bytes arrive (undeclared.ts). */
function wrongWith({ content_type: type, file_name, file_size }: Announced): Refusal | null {
  if (file_size === 0) return new Refusal('video_required')
  if (file_name !== undefined && !hasVideoExtension(file_name)) return new Refusal('unsupported_format')
  return file_size !== undefined && file_size > maxBytes(type) ? tooLarge(type) : null
}

export function tooLarge(type: UploadType): Refusal {
  return new Refusal('file_too_large', { type, size: maxSizeLabel(type) })
}

/** Three at once. An upload that no byte reached for ten minutes is not running. */
async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  // Announcements of one person follow each other, so that ten at once can't all count two.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { running } = await tx
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('user_id', '=', userId)
    .where('completed_at', 'is', null)
    .where('touched_at', '>', new Date(Date.now() - 10 * 60_000))
    .executeTakeFirstOrThrow()
  if (running >= 3) throw new Refusal('too_many_uploads')
}

/**
 * What one has sent, measured as it was sent, until its bytes are gone: a deleted upload counts until the job has erased it. A file
 * that was refused takes up nothing; a deleted one that a case keeps is not held against its owner.
 */
async function withinQuota(tx: Tx, userId: string, more: number): Promise<void> {
  const { quotaBytes } = config
  if (quotaBytes === null) return
  const { used } = await itemsAtWork(tx)
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(sql<number>`coalesce(sum(uploads.file_size), 0)::int8`.as('used'))
    .where('content.user_id', '=', userId)
    .where('streams.state', '!=', 'refused')
    .where(({ or, eb }) => or([eb('deleted_at', 'is', null), eb('completed_at', 'is', null)]))
    .executeTakeFirstOrThrow()
  if (used + more <= quotaBytes) return
  log.info('upload refused', { reason: 'quota_full', userId })
  throw new Refusal('quota_full', { size: sizeLabel(quotaBytes) })
}

async function insertDraft(tx: Tx, userId: string, body: Announced, held: string[]) {
  const draft = await tx
    .insertInto('content')
    .values({
      user_id: userId,
      title: body.title,
      description: body.description,
      genre: body.genre.toLowerCase(),
      content_type: storedType(body.content_type),
      visibility: body.visibility ?? (await whenNotSaid(tx, userId)),
      rating: body.rating,
      playback_id: playbackId(),
      ...(held.length > 0 && { moderation: 'pending' as const, held_why: held }),
    })
    .returning(['id', 'stream_id'])
    .executeTakeFirstOrThrow()
  await tx.insertInto('streams').values({ id: draft.stream_id, content_id: draft.id }).execute()
  return draft
}

/** As its owner has set it. Who wants to be asked was not, by whoever called: then nobody else sees it for now. */
async function whenNotSaid(tx: Tx, userId: string): Promise<Visibility> {
  const set = await settingOf(tx, userId, 'upload_visibility')
  return set === 'ask' ? 'only_me' : set
}

/** 128 random bits, 22 characters. Not with a dash in front: it stands in paths and on command lines. */
function playbackId(): string {
  const id = randomBytes(16).toString('base64url')
  return id.startsWith('-') ? playbackId() : id
}
