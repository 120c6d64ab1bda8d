import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { after } from 'node:test'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { sha256Hex } from '../media/sha256-hex.ts'
import { startPipelineTestApp, createTestUserHeaders } from './pipeline-test-app.ts'

export const tusHeaders = { 'tus-resumable': '1.0.0' }

/**
 * Opens an app with the users ada and mallory, and returns functions that send upload requests, by default as
 * ada.
 */
export async function startUploadTestApp() {
  const { url, dataDir, databaseUrl, join: addUser, files, close } = await startPipelineTestApp()
  after(close)
  const ada = await addUser('ada')
  const mallory = await addUser('mallory')

  async function requestUpload(size: number, more: Record<string, unknown> = {}, who = ada) {
    const body = {
      title: 'Harbour',
      content_type: 'music',
      genre: 'Pop',
      file_name: 'a.mp4',
      file_size: size,
    }
    const response = await fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: createTestUserHeaders(who, { 'content-type': 'application/json' }),
      body: JSON.stringify({ ...body, ...more }),
    })
    return { status: response.status, body: await response.json() }
  }

  async function startUpload(size: number, who = ada) {
    const { status, body } = await requestUpload(size, {}, who)
    assert.equal(status, 201, JSON.stringify(body))
    return body as { uploadURL: string; contentId: string; streamId: string }
  }

  function sendPatch(uploadURL: string, offset: number, body: Buffer | string, who = ada) {
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    return fetch(uploadURL, {
      method: 'PATCH',
      headers: createTestUserHeaders(who, { ...tusHeaders, ...type }),
      body: body as BodyInit,
    })
  }

  async function fetchOffset(uploadURL: string, who = ada): Promise<number> {
    const response = await fetch(uploadURL, {
      method: 'HEAD',
      headers: createTestUserHeaders(who, tusHeaders),
    })
    assert.equal(response.status, 200)
    return Number(response.headers.get('upload-offset'))
  }

  const hashStoredUpload = async (id: string) =>
    sha256Hex(await readFile(join(dataDir, 'files', 'uploads', id)))

  /** Deletes all uploads to free ada's three upload slots. */
  async function deleteAllUploads(): Promise<void> {
    await db.deleteFrom('content').execute()
    for (const file of await files()) await rm(file)
  }

  /**
   * Starts a PATCH whose Content-Length covers all bytes, sends only the first bytes, waits until these bytes
   * are stored, and disconnects.
   */
  async function sendAndDisconnect(uploadURL: string, bytes: Buffer, most: number): Promise<void> {
    const headers = createTestUserHeaders(ada, {
      ...tusHeaders,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    })
    const sending = httpRequest(uploadURL, { method: 'PATCH', headers })
    sending.on('error', () => {})
    await new Promise((sent) => sending.write(bytes.subarray(0, most), sent))
    const id = uploadURL.split('/').at(-1)!
    const path = join(dataDir, 'files', 'uploads', id)
    while ((await readFile(path)).length === 0) await new Promise((again) => setImmediate(again))
    const closed = new Promise((done) => sending.once('close', done))
    sending.destroy()
    await closed
  }

  return {
    url,
    dataDir,
    databaseUrl,
    files,
    ada,
    mallory,
    requestUpload,
    startUpload,
    sendPatch,
    sendAndDisconnect,
    fetchOffset,
    findUpload,
    countProcessingJobs,
    hashStoredUpload,
    deleteAllUploads,
  }
}

/**
 * Returns random bytes that start like an MP4 file, because upload validation checks only the first bytes.
 */
export function makeUploadBytes(size: number): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  return Buffer.concat([head, randomBytes(size - head.length)])
}

export async function readErrorBody(
  response: Response,
): Promise<{ code: string; title: string; detail: string }> {
  assert.ok(response.status >= 400, `${response.status} is no refusal`)
  return ((await response.json()) as { error: { code: string; title: string; detail: string } }).error
}

function findUpload(contentId: string) {
  return db
    .selectFrom('content')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.stream_status', 'streams.state', 'uploads.id', 'completed_at', 'demuxer', 'genre'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()
}

async function countProcessingJobs(contentId: string): Promise<number> {
  const { rows } =
    await sql`select 1 from pgboss.job where name = 'process' and data->>'contentId' = ${contentId}`.execute(
      db,
    )
  return rows.length
}
