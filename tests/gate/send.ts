import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { putPicture } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { putAvatar } from '#contract/profiles.ts'
import { CallError, errorOf } from '#web/api/call.ts'
import type { Visitor } from '#tests/media/member.ts'
import { type Fate, upload } from '#tests/media/upload.ts'
import type { Nasty, Outcome } from './nasty.ts'
import type { Member } from './place.ts'

/** What became of a file that was sent. */
export interface Got {
  outcome: Outcome
  /** From the first byte to the refusal, or until it could be played. */
  seconds: number
  /** Until there was nothing left to do; refusals are over when they are said. */
  allSeconds: number
  /** Its item, where one was announced. */
  contentId: string | null
  by: Visitor
  /** At how many doors it was tried. */
  doors: number
  /** Addresses of the pictures it became. */
  pictures: string[]
}

/** Sends a file to where it belongs, as its owner would, and waits for its end. */
export function send(member: Member, nasty: Nasty, bytes: Buffer): Promise<Got> {
  return nasty.door === 'video' ? sendVideo(member, nasty, bytes) : sendPicture(member, bytes)
}

async function sendVideo({ visitor }: Member, { name }: Nasty, bytes: Buffer): Promise<Got> {
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
    const fate = await upload(sender as typeof visitor, { path, fileName: name, title: 'A file', by: 'tus' })
    const seconds = fate.stream.ready ? since() - fate.doneAfter + fate.firstAfter! : since()
    return {
      outcome: outcomeOf(fate),
      seconds,
      allSeconds: since(),
      contentId,
      pictures: [],
      by: visitor,
      doors: 1,
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status, title, detail } = error
    const when = contentId ? 'sending' : 'announcing'
    const outcome = { status, title, detail, when } as const
    return { outcome, seconds: since(), allSeconds: since(), contentId, pictures: [], by: visitor, doors: 1 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function outcomeOf({ stream: { state, error, ready } }: Fate): Outcome {
  if (state === 'ready' && ready) return 'kept'
  const { title = state, detail = 'without a word' } = error ?? {}
  // 422 is what a refusal of the file is; what failed for another reason is none.
  return { status: state === 'refused' ? 422 : 500, title, detail, when: 'processing' }
}

/** As a cover, a thumbnail and an avatar: three doors, one answer. */
async function sendPicture({ visitor, draft }: Member, bytes: Buffer): Promise<Got> {
  const doors = [
    pathOf(putPicture, { params: { id: draft, picture: 'cover' } }),
    pathOf(putPicture, { params: { id: draft, picture: 'thumbnail' } }),
    pathOf(putAvatar, {}),
  ]
  const outcomes: Outcome[] = []
  const pictures: string[] = []
  let seconds = 0
  for (const path of doors) {
    const startedAt = performance.now()
    const answer = await visitor.fetch(path, { method: 'PUT', body: new Uint8Array(bytes) })
    seconds = Math.max(seconds, (performance.now() - startedAt) / 1000)
    if (!answer.ok) {
      const { status, title, detail } = await errorOf(answer)
      outcomes.push({ status, title, detail, when: 'sending' })
      continue
    }
    const item = (await answer.json()) as { cover_url?: string; thumbnail_url?: string; avatar_url?: string }
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
    doors: doors.length,
  }
}
