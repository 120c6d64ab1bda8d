import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { putAvatar } from '#contract/people/profiles.ts'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { type UploadResult, uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import type { HostileFile, UploadOutcome } from '#tests/support/hostile-files/hostile-file.ts'
import type { TestUploader } from './upload-validation-test-site.ts'

/** The outcome of sending a file. */
export interface HostileFileUploadResult {
  outcome: UploadOutcome
  /** Seconds from the first byte until the file was refused or playable. */
  seconds: number
  /**
   * Seconds from the first byte until the server had finished processing the file. For a refused file,
   * `allSeconds` is equal to `seconds`.
   */
  allSeconds: number
  /** The item's ID, if one was created. */
  contentId: string | null
  by: HttpTestClient
  /** Number of API endpoints to which the file was sent. */
  endpoints: number
  /** URLs of the stored images. */
  pictures: string[]
}

/** Sends a file to the API endpoints for its kind of file, as the owner would, and waits for the outcome. */
export function uploadHostileFile(
  member: TestUploader,
  hostileFile: HostileFile,
  bytes: Buffer,
): Promise<HostileFileUploadResult> {
  return hostileFile.target === 'video' ? sendVideo(member, hostileFile, bytes) : sendPicture(member, bytes)
}

async function sendVideo(
  { visitor }: TestUploader,
  { name }: HostileFile,
  bytes: Buffer,
): Promise<HostileFileUploadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-sent-'))
  const path = join(folder, basename(name))
  await writeFile(path, bytes)
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1000
  let contentId: string | null = null
  const sender = {
    call: visitor.call.bind(visitor),
    fetch: (address: string, init?: RequestInit) => {
      contentId ??= /\/api\/content\/([0-9a-f-]{36})\/events/.exec(address)?.[1] ?? null
      return visitor.fetch(address, init)
    },
  }
  try {
    const fate = await uploadAndAwaitProcessing(sender as typeof visitor, {
      path,
      fileName: name,
      title: 'A file',
      by: 'tus',
    })
    const seconds = fate.stream.ready ? since() - fate.doneAfter + fate.firstAfter! : since()
    return {
      outcome: outcomeOf(fate),
      seconds,
      allSeconds: since(),
      contentId,
      pictures: [],
      by: visitor,
      endpoints: 1,
    }
  } catch (error) {
    if (!(error instanceof ApiCallError)) throw error
    const { status, title, detail } = error
    const when = contentId ? 'sending' : 'announcing'
    const outcome = { status, title, detail, when } as const
    return {
      outcome,
      seconds: since(),
      allSeconds: since(),
      contentId,
      pictures: [],
      by: visitor,
      endpoints: 1,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function outcomeOf({ stream: { state, error, ready } }: UploadResult): UploadOutcome {
  if (state === 'ready' && ready) return 'kept'
  const { title = state, detail = 'without a word' } = error ?? {}
  // If processing refused the file, the outcome has status 422, like an API response. If processing failed
  // for any other reason, the outcome has status 500.
  return { status: state === 'refused' ? 422 : 500, title, detail, when: 'processing' }
}

/** Sends an image as a cover, a thumbnail and an avatar, which must all have the same outcome. */
async function sendPicture(
  { visitor, draft }: TestUploader,
  bytes: Buffer,
): Promise<HostileFileUploadResult> {
  const endpoints = [
    buildEndpointPath(putContentImage, { params: { id: draft, picture: 'cover' } }),
    buildEndpointPath(putContentImage, { params: { id: draft, picture: 'thumbnail' } }),
    buildEndpointPath(putAvatar, {}),
  ]
  const outcomes: UploadOutcome[] = []
  const pictures: string[] = []
  let seconds = 0
  for (const path of endpoints) {
    const startedAt = performance.now()
    const response = await visitor.fetch(path, { method: 'PUT', body: new Uint8Array(bytes) })
    seconds = Math.max(seconds, (performance.now() - startedAt) / 1000)
    if (!response.ok) {
      const { status, title, detail } = await parseErrorResponse(response)
      outcomes.push({ status, title, detail, when: 'sending' })
      continue
    }
    const item = (await response.json()) as {
      cover_url?: string
      thumbnail_url?: string
      avatar_url?: string
    }
    const url = path.endsWith('cover')
      ? item.cover_url
      : path.endsWith('thumbnail')
        ? item.thumbnail_url
        : item.avatar_url
    if (url) pictures.push(url)
    outcomes.push('kept')
  }
  const [outcome] = outcomes
  if (outcomes.some((one) => JSON.stringify(one) !== JSON.stringify(outcome)))
    throw new Error(`the doors do not agree: ${JSON.stringify(outcomes)}`)
  return {
    outcome: outcome!,
    seconds,
    allSeconds: seconds,
    contentId: null,
    pictures,
    by: visitor,
    endpoints: endpoints.length,
  }
}
