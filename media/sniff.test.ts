import assert from 'node:assert/strict'
import test from 'node:test'
import { sniffImage, sniffVideo } from './sniff.ts'

const box = (type: string, body = 'isom\x00\x00\x02\x00') =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(type + body)])
const ebml = (docType: string) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42, 0x82, 0x80 | docType.length]),
    Buffer.from(docType),
  ])

test('chooses the demuxer by the first bytes of a file, not by its name', () => {
  assert.equal(sniffVideo(box('ftyp')), 'mov')
  assert.equal(sniffVideo(box('moov')), 'mov')
  assert.equal(sniffVideo(box('wide')), 'mov')
  assert.equal(sniffVideo(ebml('matroska')), 'matroska')
  assert.equal(sniffVideo(ebml('webm')), 'matroska')
  assert.equal(sniffVideo(Buffer.from('RIFF\x00\x00\x00\x00AVI LIST')), 'avi')
  assert.equal(sniffVideo(Buffer.from('3026b2758e66cf11a6d900aa0062ce6c00', 'hex')), 'asf')
  assert.equal(sniffVideo(Buffer.from('FLV\x01\x05\x00\x00\x00\x09', 'latin1')), 'flv')
})

test('rejects files that are not supported videos, including playlists that could make ffmpeg open other files', () => {
  const strangers = [
    '#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd',
    'ffconcat version 1.0\nfile other.mp4',
    '<?xml version="1.0"?><MPD>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'v=0\r\no=- 0 0 IN IP4 127.0.0.1',
    '\x7fELF\x02\x01\x01',
    'PK\x05\x06',
    'GIF89a@\x00@\x00',
    'RIFF\x00\x00\x00\x00WAVEfmt ',
    'G@\x11\x10\x00B\xf0%',
    'just some text, long enough to be looked at',
    '',
    'ftyp',
  ]
  for (const text of strangers) assert.equal(sniffVideo(Buffer.from(text, 'latin1')), null, text)
  assert.equal(sniffVideo(ebml('other')), null)
  assert.equal(sniffVideo(box('ftyp', 'heic\x00\x00\x00\x00')), null)
})

test('distinguishes image formats and rejects SVG, BMP and scripts', () => {
  assert.equal(sniffImage(Buffer.from('ffd8ffe000104a46', 'hex')), 'jpeg')
  assert.equal(sniffImage(Buffer.from('89504e470d0a1a0a', 'hex')), 'png')
  assert.equal(sniffImage(Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ')), 'webp')
  assert.equal(sniffImage(Buffer.from('GIF89a')), 'gif')
  for (const text of ['<svg>', 'BM6\x00\x00\x00', 'push graphic-context', ''])
    assert.equal(sniffImage(Buffer.from(text)), null)
})
