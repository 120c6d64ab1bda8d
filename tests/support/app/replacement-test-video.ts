import assert from 'node:assert/strict'
import { getOwnContent } from '#contract/content/own-content.ts'
import { createReplacement } from '#contract/content/replacements.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { sql } from 'kysely'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { transcodeReplacement } from '#server/transcoding/replacements/transcode-replacement.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { deleteReplacementLeftovers } from '#server/uploads/replacements/replacement-cleanup.ts'
import type { TestUser } from './test-app.ts'

const never = new AbortController().signal

async function sendForm(who: TestUser, uploadURL: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([bytes as BlobPart]), 'clip.mp4')
  const response = await who.fetch(new URL(uploadURL).pathname, { method: 'POST', body: form })
  assert.equal(response.status, 200, await response.text())
}

/** Uploads and transcodes a video, so that all its files exist. */
export async function createTranscodedVideo(who: TestUser, bytes: Buffer): Promise<string> {
  const body = {
    title: 'Pier',
    content_type: 'story',
    file_name: 'clip.mp4',
    file_size: bytes.length,
  } as const
  const { contentId, uploadURL } = await who.call(createUpload, { body })
  await sendForm(who, uploadURL, bytes)
  await transcodeContent({ contentId }, { signal: never })
  return contentId
}

export const createTestReplacement = (who: TestUser, id: string, size = 1000) =>
  who.call(createReplacement, { params: { id }, body: { file_name: 'new.mp4', file_size: size } })

/** Uploads a new file for a video. The new file is not transcoded yet. */
export async function uploadTestReplacementFile(who: TestUser, id: string, bytes: Buffer): Promise<void> {
  const { uploadURL } = await createTestReplacement(who, id, bytes.length)
  await sendForm(who, uploadURL, bytes)
}

export const transcodeReplacementTestVideo = (contentId: string, signal = never) =>
  transcodeReplacement({ contentId }, { signal })

/**
 * Creates a video whose new file is held for review, because a case was opened after the file was sent.
 * Returns the ids of the video and the case.
 */
export async function createHeldReplacement(who: TestUser, current: Buffer, other: Buffer) {
  const id = await createTranscodedVideo(who, current)
  await uploadTestReplacementFile(who, id, other)
  const { id: caseId } = await transaction((tx) =>
    openModerationCase(tx, { subject: 'content', contentId: id, userId: who.id, priority: 2 }),
  )
  await transcodeReplacementTestVideo(id)
  assert.equal((await fetchReplacement(who, id))?.state, 'held')
  return { id, caseId }
}

export async function uploadAndTranscodeTestReplacement(
  who: TestUser,
  id: string,
  bytes: Buffer,
): Promise<void> {
  await uploadTestReplacementFile(who, id, bytes)
  await transcodeReplacementTestVideo(id)
}

export const fetchReplacement = async (who: TestUser, id: string) =>
  (await who.call(getOwnContent, { params: { id } })).replacement

/** Runs the waiting cleanup jobs, as a worker would. */
export async function runReplacementCleanupJobs(): Promise<void> {
  const { rows } = await sql<{ data: Parameters<typeof deleteReplacementLeftovers>[0] }>`
    delete from pgboss.job where name = 'clean-up-replacement' returning data`.execute(db)
  for (const { data } of rows) await deleteReplacementLeftovers(data)
}
