import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { signIn } from '#contract/accounts/accounts.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup } from '#contract/auth/two-factor.ts'
import type { ChatPage } from '#contract/broadcasts/chat.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import type { Content } from '#contract/content/content.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { demoBroadcasts } from '../../bin/demo/broadcasts.ts'

const run = promisify(execFile)
const command = join(import.meta.dirname, '../../bin/demo.ts')

test('the demo command fills a running site through its API, and the demo content can be removed completely', async () => {
  const dataDir = await createDataDir()
  const site = await startServerProcess({ dataDir, env: { LOG_LEVEL: 'info' } })
  const demo = async (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    const { stdout } = await run(process.execPath, [command, '--small', '--url', site.url, ...args], { env })
    return stdout
  }
  const read = async (path: string) => (await fetch(site.url + path)).json()
  const everything = async () => {
    const { items } = (await read('/api/content')) as { items: Content[] }
    return Promise.all(
      items.map(async (item) => ({ item, said: await read(`/api/content/${item.id}/comments`) })),
    )
  }
  try {
    const told = await demo()
    assert.match(told, /Videos 3 of 3/)
    assert.match(told, /4 people and 3 videos in \d+ s\./)
    assert.match(told, /password \S{16}/)
    const made = await everything()
    // The talent video was trimmed to 3 s before the upload. The file of the live video was replaced with a
    // file of 5 s. The new file of the story waits for a moderator, because the story was reported. The other
    // live video is the recording of a broadcast of 16 s.
    assert.deepEqual(
      made.map(({ item }) => [item.content_type, Math.round(item.duration_seconds!)]).toSorted(),
      [
        ['live', 16],
        ['live', 5],
        ['story', 3],
        ['talent', 3],
      ],
    )
    const { items: scheduled } = (await read('/api/scheduled-broadcasts')) as { items: { title: string }[] }
    assert.equal(scheduled.length, 1)
    const recording = made.find(({ item }) => item.title === demoBroadcasts.ended.title)!.item
    const { items: chat } = (await read(`/api/broadcasts/${recording.id}/chat/replay`)) as ChatPage
    assert.deepEqual(
      chat.map(({ username }) => username),
      ['zed_plays', 'mika_loops'],
      'the chat can be replayed with the recording',
    )
    const [, email, password] = /Review reports at \/mod as (\S+), password (\S{16})/.exec(told)!
    const moderator = new HttpTestClient(site.url)
    const signInAsModerator = () => moderator.call(signIn, { body: { email: email!, password: password! } })
    await signInAsModerator()
    // Staff can sign in once without a second factor, to set it up.
    const { secret } = await moderator.call(beginTwoFactorSetup, { body: {} })
    await moderator.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
    const { items: cases } = await moderator.call(listCases, { query: {} })
    assert.equal(cases.length, 1, 'the story is reported')
    for (const { item } of made.filter((one) => one.item !== recording)) {
      assert.match(item.cover_url!, /\/cover\//)
      assert.match(item.creator.avatar_url!, /^\//)
      assert.ok(item.likes_count > 0 && item.comments_count > 0)
      assert.equal((await fetch(site.url + item.stream_url)).status, 200)
      assert.ok(Date.now() - Date.parse(item.created_at) > 3600_000, 'it looks lived in')
    }

    assert.match(await demo(), /nothing was changed/)
    assert.deepEqual(await everything(), made)

    assert.match(await demo('--remove'), /The demo was deleted/)
    assert.deepEqual(await everything(), [])
    for (const { item } of made)
      assert.equal((await fetch(`${site.url}/api/profiles/${item.creator.username}`)).status, 404)
    await assert.rejects(signInAsModerator(), { status: 401 }, 'the moderator account is deleted, too')
    assert.deepEqual(await filesBelow(join(dataDir, 'files')), [])
    assert.deepEqual(await filesBelow(join(dataDir, 'mail')), [])
    assert.match(await demo('--remove'), /There is no demo on this site/)
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
