/* Tests static assets, which are compressed at build time and served unchanged. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'

const folder = new URL('../../../build/client/', import.meta.url)

let testApp: TestApp
let names: string[]
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  const all = await readdir(folder, { recursive: true })
  names = all.filter((name) => /\.(js|css|svg)$/.test(name))
})
after(() => testApp.close())

const open = {
  br: (bytes: Buffer) => brotliDecompressSync(bytes),
  gzip: (bytes: Buffer) => gunzipSync(bytes),
  none: (bytes: Buffer) => bytes,
}

test('every JavaScript, CSS and SVG file is served in the smallest encoding that the client accepts', async () => {
  assert.ok(names.length > 50)
  for (const name of names) {
    const built = await readFile(new URL(name, folder))
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', 'none'],
    ] as const) {
      const response = await testApp.app.request(`/${name}`, { headers: { 'accept-encoding': accepted } })
      assert.equal(response.headers.get('content-encoding') ?? 'none', encoding, name)
      assert.equal(response.headers.get('vary')?.toLowerCase(), 'accept-encoding', name)
      const bytes = Buffer.from(await response.arrayBuffer())
      // The Content-Length header shows that the file is not compressed on the fly.
      assert.equal(response.headers.get('content-length'), String(bytes.length), name)
      assert.ok(built.equals(open[encoding](bytes)), `${name} as ${encoding}`)
    }
  }
})

test('files with a content hash in their name are cached for a year', async () => {
  const name = names.find((found) => found.startsWith('assets/'))!
  const response = await testApp.app.request(`/${name}`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  await response.text()
})
