import { live as figures } from '#contract/limits.ts'
import { postComment } from '#contract/comments.ts'
import { Visitor } from '#tests/media/member.ts'
import { Follower } from '#tests/support/follower.ts'
import { unsteady } from '#tests/support/unsteady.ts'
import type { Fault, Figure } from './fault.ts'
import { publishes } from './film.ts'
import { theSite } from './site.ts'
import { eventually } from '#tests/support/eventually.ts'

export const halfOpen: Fault = {
  name: 'half-open',
  promise:
    'A live connection dies silently: found within 35 s by both sides, every comment exactly once after it',
  full: 5,
  short: 1,
  run,
}

/** All at once: each takes 35 s. */
async function run(count: number): Promise<Figure[]> {
  const site = await theSite({ role: 'all' })
  const writer = await site.joins()
  const contentId = await publishes(writer)
  const lines = await Promise.all(
    Array.from({ length: count }, () => unsteady({ host: '127.0.0.1', port: site.web.port })),
  )
  const ears = lines.map((line) => new Follower(new Visitor(`http://127.0.0.1:${line.port}`), contentId, 0))
  await eventually(() => ears.every(({ connections }) => connections === 1))
  const said: string[] = []
  const says = async (body: string) =>
    said.push((await writer.call(postComment, { params: { id: contentId }, body: { body } })).id)
  await says('before')
  await eventually(() => ears.every(({ comments }) => comments.length === said.length))
  const diedAt = Date.now()
  const dead = lines.map((line) => line.deaden())
  await says('meanwhile')
  const limit = figures.heartbeat + figures.timeout
  await eventually(() => ears.every(({ comments }) => comments.length >= said.length), 60)
  await eventually(() => lines.every(({ givenUp }, n) => givenUp.length >= dead[n]!), 60)
  await says('after')
  await eventually(() => ears.every(({ comments }) => comments.length >= said.length))
  const after = (times: number[]) => (Math.max(...times) - diedAt) / 1000
  const exact = ears.filter(({ comments }) => comments.join() === said.join()).length
  const figuresSeen: Figure[] = [
    {
      what: 'found by the server after at most',
      value: after(lines.map(({ givenUp }) => givenUp.at(-1)!)),
      unit: 's',
      bar: { atMost: limit / 1000 + 0.5 },
    },
    {
      what: 'found by the page after at most',
      value: after(ears.map(({ foundDead }) => foundDead[0]!)),
      unit: 's',
      bar: { atMost: limit / 1000 + 0.5 },
    },
    { what: 'pages that heard every comment once, in order', value: exact, bar: { exactly: count } },
  ]
  await Promise.all(ears.map((ear) => ear.stop()))
  await Promise.all(lines.map((line) => line.close()))
  return figuresSeen
}
