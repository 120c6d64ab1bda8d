import assert from 'node:assert/strict'
import test, { beforeEach, mock } from 'node:test'
import { fetchAhead, takeAhead } from './ahead.ts'

const site = 'https://site.example'
const asked: string[] = []
mock.method(globalThis, 'fetch', async (url: string) => {
  asked.push(url)
  if (url.endsWith('/broken')) throw new TypeError('no network')
  return new Response(url, { status: url.endsWith('/gone') ? 404 : 200 })
})
beforeEach(() => (asked.length = 0))

const textOf = async (path: string) => {
  const piece = await takeAhead(site + path)
  return piece && new TextDecoder().decode(piece.bytes)
}

test('a piece is asked for once, handed over once, and says how long it took', async () => {
  for (const _ of [1, 2]) fetchAhead([`${site}/one`])
  const piece = await takeAhead(`${site}/one`)
  assert.equal(new TextDecoder().decode(piece!.bytes), `${site}/one`)
  assert.ok(piece!.took.all >= piece!.took.toFirst && piece!.took.toFirst >= 0)
  assert.equal(takeAhead(`${site}/one`), undefined)
  assert.deepEqual(asked, [`${site}/one`])
})

test('what is not there, or does not come, is left to the player to ask for', async () => {
  fetchAhead([`${site}/gone`, `${site}/broken`])
  assert.equal(await takeAhead(`${site}/gone`), null)
  assert.equal(await takeAhead(`${site}/broken`), null)
})

test('what nobody takes does not add up', async () => {
  for (let nth = 0; nth < 40; nth += 1) fetchAhead([`${site}/left/${nth}`])
  assert.equal(await textOf('/left/0'), undefined)
  assert.equal(await textOf('/left/39'), `${site}/left/39`)
})
