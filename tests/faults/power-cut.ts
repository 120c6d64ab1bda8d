import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postComment } from '#contract/comments.ts'
import { deleteLike, putLike } from '#contract/likes.ts'
import { db } from '#server/platform/db/db.ts'
import type { Visitor } from '#tests/media/member.ts'
import { eventually } from '#tests/support/eventually.ts'
import { allGone, tree } from '#tests/support/processes.ts'
import { orphans } from './at-work.ts'
import type { Fault, Figure } from './fault.ts'
import { films, noteReady, noticeNow, notReadyOnce, settledDown, uploaded } from './filming.ts'
import { invariants } from './invariants.ts'
import { filmLike, Sending, sha256 } from './sending.ts'
import { type Site, theSite } from './site.ts'

export const powerCut: Fault = {
  name: 'power-cut',
  promise:
    'server, worker, PostgreSQL and ffmpeg killed at once: what was acknowledged is there, uploads resume, films are made',
  full: 20,
  short: 1,
  run: (count) => (count === 1 ? once() : run(count)),
}

/** What the site has said yes to. */
interface Promised {
  comments: string[]
  /** By member: whether they like the item; nothing while an answer is missing. */
  likes: Map<string, boolean>
}

/** The short form: nobody makes films. */
async function once(): Promise<Figure[]> {
  const site = await theSite({ ownPostgres: true })
  const members = await Promise.all([named(await site.joins()), named(await site.joins())])
  const sending = await Sending.announce(members[0]!.visitor, filmLike(1_500_000))
  const { contentId: item } = await Sending.announce(members[0]!.visitor, filmLike(1000))
  await db
    .updateTable('content')
    .set({ stream_status: 'ready', stream_url: '/media/none/master.m3u8' })
    .where('id', '=', item)
    .execute()
  const promised: Promised = { comments: [], likes: new Map() }
  const on = { is: true }
  const busy = members.map((member) => act(member, item, promised, on))
  const sent = sending.finish(300_000)
  await eventually(async () => promised.comments.length > 2 && sending.acknowledged > 0)
  await cut(site)
  on.is = false
  await Promise.all(busy)
  await site.restartWeb()
  await sent
  const stored = await readFile(join(site.dataDir, 'files/uploads', sending.id))
  const lost = await missing(promised, item)
  await db.deleteFrom('content').where('id', 'in', [item, sending.contentId]).execute()
  return [
    { what: 'acknowledged comments and likes that are not there', value: lost, bar: { exactly: 0 } },
    { what: 'acknowledged offsets that went back', value: sending.wentBack, bar: { exactly: 0 } },
    {
      what: 'uploads whose SHA-256 is another',
      value: sha256(stored) === sha256(sending.bytes) ? 0 : 1,
      bar: { exactly: 0 },
    },
  ]
}

async function run(count: number): Promise<Figure[]> {
  const site = await theSite({ ownPostgres: true })
  await noteReady()
  await site.working(1)
  const members = await Promise.all(Array.from({ length: 4 }, async () => named(await site.joins())))
  const film = await films.middle()
  const item = await uploaded(members[0]!.visitor, film)
  await settledDown([item], 60)
  const promised: Promised = { comments: [], likes: new Map() }
  const all = [item]
  const seen = { wentBack: 0, broken: 0, lost: 0, wrong: 0 }
  for (let n = 0; n < count; n += 1) {
    const sending = await Sending.announce(members[0]!.visitor, film)
    const early = await uploaded(members[1]!.visitor, film) // this one is being made when the power goes
    all.push(sending.contentId, early)
    const sent = sending.finish(Math.ceil(film.length / 4))
    const on = { is: true }
    const busy = members.map((member) => act(member, item, promised, on))
    await pause(Math.random() * 2000)
    await cut(site)
    on.is = false
    await Promise.all(busy)
    await site.restartWeb()
    await site.working(1)
    await sent
    seen.wentBack += sending.wentBack
    seen.broken += sending.breaks > 0 ? 1 : 0
    seen.lost += await missing(promised, item)
    // That the queue notices by itself is looked at elsewhere.
    for (const id of [early, sending.contentId]) await noticeNow(id)
    await settledDown([sending.contentId, early], 180)
    seen.wrong += (await invariants()).length
  }
  const ended = await settledDown(all, 60)
  return [
    { what: 'acknowledged comments', value: promised.comments.length, bar: { atLeast: count } },
    { what: 'acknowledged comments and likes that are not there', value: seen.lost, bar: { exactly: 0 } },
    { what: 'uploads broken off, and resumed', value: seen.broken },
    { what: 'acknowledged offsets that went back', value: seen.wentBack, bar: { exactly: 0 } },
    { what: 'films', value: all.length },
    {
      what: 'that are not ready',
      value: ended.filter(({ state }) => state !== 'ready').length,
      bar: { exactly: 0 },
    },
    {
      what: 'that did not become ready exactly once',
      value: (await notReadyOnce(all)).length,
      bar: { exactly: 0 },
    },
    { what: 'invariants that did not hold after a cut', value: seen.wrong, bar: { exactly: 0 } },
  ]
}

interface Member {
  id: string
  visitor: Visitor
}

async function named(visitor: Visitor): Promise<Member> {
  const { me } = (await (await visitor.fetch('/api/session')).json()) as { me: { id: string } }
  return { id: me.id, visitor }
}

/** Likes, unlikes and comments, one after the other, and notes down what the site has said yes to. */
async function act(
  { id, visitor }: Member,
  item: string,
  promised: Promised,
  on: { is: boolean },
): Promise<void> {
  const params = { id: item }
  for (let n = 0; on.is; n += 1) {
    const likes = n % 2 === 0
    const before = promised.likes.get(id)
    promised.likes.delete(id)
    try {
      await visitor.call(likes ? putLike : deleteLike, { params })
      promised.likes.set(id, likes)
      const { id: comment } = await visitor.call(postComment, {
        params,
        body: { body: `Well said, ${randomUUID().slice(0, 4)}.` },
      })
      promised.comments.push(comment)
    } catch {
      // Too fast for the site, or nobody there: what was not answered may be either way.
      if (on.is && before !== undefined) await pause(20)
    }
    await pause(10)
  }
}

/** Everything at once, PostgreSQL first: told by the kernel that its parent has died, it would end in good order. */
async function cut(site: Site): Promise<void> {
  const web = await tree(site.web.pid)
  const workers = (await Promise.all([...site.workers].map(({ pid }) => tree(pid)))).flat()
  const pids = [...web.toReversed(), ...workers.toReversed()]
  for (const pid of pids) end(pid)
  for (const { pid } of await orphans(site.dataDir, [])) end(pid)
  await allGone(pids)
  site.workers.clear()
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** How much of what was said yes to is not there. */
async function missing({ comments, likes }: Promised, item: string): Promise<number> {
  const rows = await db.selectFrom('comments').select('id').where('content_id', '=', item).execute()
  const there = new Set(rows.map(({ id }) => id))
  const liked = await db.selectFrom('likes').select('user_id').where('content_id', '=', item).execute()
  const likers = new Set(liked.map(({ user_id }) => user_id))
  const lostLikes = [...likes].filter(([id, likesIt]) => likers.has(id) !== likesIt)
  return comments.filter((id) => !there.has(id)).length + lostLikes.length
}
