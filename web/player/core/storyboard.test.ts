import assert from 'node:assert/strict'
import test from 'node:test'
import { parseStoryboard, findTileAt } from './storyboard.ts'

const vtt = `WEBVTT

1
00:00.000 --> 00:05.000
sheet.webp#xywh=0,0,160,90

00:05.000 --> 01:00:10.500
sheet.webp#xywh=160,0,160,90

NOTE nothing to see

00:11.000 --> 00:12.000
just words
`

test('parses storyboard cues, resolves their image URLs and skips other cues', () => {
  const tiles = parseStoryboard(vtt, 'https://example.test/media/abc/storyboard.vtt')
  assert.equal(tiles.length, 2)
  assert.deepEqual(tiles[1], {
    start: 5,
    end: 3610.5,
    url: 'https://example.test/media/abc/sheet.webp',
    x: 160,
    y: 0,
    width: 160,
    height: 90,
  })
})

test('finds the storyboard tile for a time, and the last tile for any time past the end', () => {
  const tiles = parseStoryboard(vtt, 'https://example.test/s.vtt')
  assert.equal(findTileAt(tiles, 4.9)!.x, 0)
  assert.equal(findTileAt(tiles, 5)!.x, 160)
  assert.equal(findTileAt(tiles, 99_999)!.x, 160)
  assert.equal(findTileAt([], 3), undefined)
})
