/*
 * Runs real proxies with the configuration of `deploy/` in front of two web servers. Proxies that are not
 * installed are skipped.
 */
import assert from 'node:assert/strict'
import test from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { authAndContactRateLimits } from '#contract/limits.ts'
import { which } from '../../bin/setup/commands.mjs'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { startClusterTestSite } from './cluster-test-site.ts'
import { generateCommentText } from '#tests/support/fixtures/unique-text.ts'
import { caddyProxy, nginxProxy } from './reverse-proxies.ts'
import {
  startStalledUpload,
  finishUpload,
  assertUploadIntact,
  resumptionTestFileSize,
} from './upload-resumption.ts'

for (const { program, start } of [nginxProxy, caddyProxy])
  test(
    `${program} with the configuration from deploy/ works as the site’s reverse proxy`,
    { skip: !which(program) && `${program} is not installed` },
    async (t) => {
      const port = await findFreePort()
      const publicUrl = `http://127.0.0.1:${port}`
      const site = await startClusterTestSite({ workers: 1, publicUrl })
      t.after(site.close)
      const proxy = await start(
        port,
        site.webServers.map((web) => web.port),
      )
      t.after(proxy.close)
      const ada = await site.signUpMember()

      await t.test(
        'the proxy streams an upload, which resumes after its connection goes silent',
        async () => {
          const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumptionTestFileSize))
          const hangUp = await startStalledUpload(ada, sending, 6_000_000)
          const there = await finishUpload(ada, sending)
          hangUp()
          assert.ok(there > 0, 'no bytes had reached the server')
          await assertUploadIntact(sending)
        },
      )

      await t.test('the proxy delivers live updates immediately', async () => {
        const contentId = await publishVideo(ada)
        const live = await listenToContentUpdates(ada as never, contentId)
        const body = generateCommentText()
        const heard = live.next('comment')
        const { id } = await ada.call(postComment, { params: { id: contentId }, body: { body } })
        assert.equal((await heard).data['id'], id)
        await live.stop()
      })

      await t.test('the proxy ignores a client-supplied address', async () => {
        const stranger = new HttpTestClient(publicUrl)
        const statuses = new Set<number>()
        for (let nth = 0; nth <= authAndContactRateLimits.address.most; nth += 1) {
          const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${nth}` }
          const body = JSON.stringify({ email: `nobody${nth}@example.com`, password: 'kayak-lantern-42' })
          statuses.add((await stranger.fetch('/api/session', { method: 'POST', headers, body })).status)
        }
        assert.deepEqual([...statuses], [401, 429])
      })

      await t.test('the proxy skips a server that was killed', async () => {
        await site.webServers[0]!.kill()
        const statuses = new Set<number>()
        for (let nth = 0; nth < 40; nth += 1) statuses.add((await fetch(`${publicUrl}/music`)).status)
        assert.deepEqual([...statuses], [200])
      })
    },
  )
