/* Real proxies with the settings of `deploy/` in front of two web servers. One that is not installed is passed over. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { postComment } from '#contract/comments.ts'
import { guessing } from '#contract/limits.ts'
import { which } from '../../bin/ready/command.mjs'
import { publishes } from '../faults/film.ts'
import { filmLike, Sending } from '../faults/sending.ts'
import { Visitor } from '../media/member.ts'
import { listen } from '../support/listening.ts'
import { freePort } from '../support/server.ts'
import { newWords, openPlace } from './place.ts'
import { caddy, nginx } from './proxy.ts'
import { beginning, goesOn, isWhole, size } from './resumed.ts'

for (const { program, start } of [nginx, caddy])
  test(`through ${program}`, { skip: !which(program) && `${program} is not installed` }, async (t) => {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const place = await openPlace({ workers: 1, publicUrl })
    t.after(place.close)
    const proxy = await start(
      port,
      place.webs.map((web) => web.port),
    )
    t.after(proxy.close)
    const ada = await place.joins()

    await t.test(
      'what is sent is on the server as it comes, and is gone on with when the line says nothing any more',
      async () => {
        const sending = await Sending.announce(ada, filmLike(size))
        const hangUp = await beginning(ada, sending, 6_000_000)
        const there = await goesOn(ada, sending)
        hangUp()
        assert.ok(there > 0, 'nothing had reached the server')
        await isWhole(sending)
      },
    )

    await t.test('live updates come at once', async () => {
      const contentId = await publishes(ada)
      const live = await listen(ada as never, contentId)
      const body = newWords()
      const heard = live.next('comment')
      const { id } = await ada.call(postComment, { params: { id: contentId }, body: { body } })
      assert.equal((await heard).data['id'], id)
      await live.stop()
    })

    await t.test('what somebody says of their own address is not believed', async () => {
      const stranger = new Visitor(publicUrl)
      const statuses = new Set<number>()
      for (let nth = 0; nth <= guessing.address.most; nth += 1) {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${nth}` }
        const body = JSON.stringify({ email: `nobody${nth}@example.com`, password: 'kayak-lantern-42' })
        statuses.add((await stranger.fetch('/api/session', { method: 'POST', headers, body })).status)
      }
      assert.deepEqual([...statuses], [401, 429])
    })

    await t.test('who is killed is passed over', async () => {
      await place.webs[0]!.kill()
      const statuses = new Set<number>()
      for (let nth = 0; nth < 40; nth += 1) statuses.add((await fetch(`${publicUrl}/music`)).status)
      assert.deepEqual([...statuses], [200])
    })
  })
