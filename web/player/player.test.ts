import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import test, { after } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createServer, type ViteDevServer } from 'vite'
import type { Player, PlayerProps } from './player.tsx'

const root = new URL('../..', import.meta.url).pathname
// Node cannot load JSX, so this test loads the modules with Vite. On the server there is no `window` object,
// and in this test there is none either.
const vite: ViteDevServer = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
after(() => vite.close())

test('the server renders the poster, the player container and a video element that works without JavaScript', async () => {
  const html = await playerHtml({ width: 1080, height: 1920 })
  assert.match(html, /<img[^>]+src="\/media\/p1\/poster\.webp"[^>]+class="stage-poster"/)
  assert.match(html, /<noscript><video controls="" [^>]*src="\/media\/p1\/master\.m3u8"/)
  assert.match(html, /data-upright="true"/)
  assert.match(html, /aria-label="Play Harbour lights"/)
})

test('the server does not render the player controls', async () => {
  assert.doesNotMatch(await playerHtml({}), /type="range"/)
})

test('loads every module of web/ui and web/player in Node.js, where no window object exists', async () => {
  const files = await Array.fromAsync(glob('{ui,player}/**/*.{ts,tsx}', { cwd: `${root}web` }))
  const pieces = files.filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
  assert.ok(pieces.length > 50)
  for (const file of pieces) await vite.ssrLoadModule(`/web/${file}`)
})

async function playerHtml(props: Partial<PlayerProps>) {
  const { Player: Loaded } = (await vite.ssrLoadModule('/web/player/player.tsx')) as { Player: typeof Player }
  const video = { src: '/media/p1/master.m3u8', poster: '/media/p1/poster.webp', title: 'Harbour lights' }
  return renderToString(createElement(Loaded, { ...video, ...props }))
}
