import test from 'node:test'
import assert from 'node:assert/strict'
import type { UploadType } from '#contract/content/content-types.ts'
import {
  describeAllowedFiles,
  createEmptyVideoDetails,
  validateVideoDetails,
  validateVideoFile,
  changeUploadType,
} from './video-details.ts'

const clip = { name: 'clip.mp4', size: 1000 }
const describe = (problem: ReturnType<typeof validateVideoDetails>) =>
  problem && `${problem.title}: ${problem.detail}`
const withTrailer = (trailer: string) => validateVideoDetails({ ...good, trailer }, { file: clip })?.code
const good = { ...createEmptyVideoDetails('music'), title: 'Rooftop' }

test('reports errors in the order and wording of the specification', () => {
  assert.equal(describe(validateVideoDetails(good, { file: null })), 'Video required: Select a video file.')
  assert.equal(
    describe(validateVideoDetails({ ...good, title: '  ' }, { file: clip })),
    'Title required: Please add a title.',
  )
  assert.equal(
    describe(validateVideoDetails(good, { file: { ...clip, name: 'notes.txt' } })),
    'Unsupported format: Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV',
  )
  assert.equal(
    describe(validateVideoDetails(good, { file: { ...clip, size: 1001 * 1024 * 1024 } })),
    'File too large: Max for music is 1.0GB.',
  )
  assert.equal(validateVideoDetails(good, { file: clip }), null)
})

test('accepts a file of exactly the size limit and rejects one byte more', () => {
  const limit = 300 * 1024 * 1024
  assert.equal(validateVideoFile('story', { name: 'a.MOV', size: limit }), null)
  assert.equal(validateVideoFile('story', { name: 'a.MOV', size: limit + 1 })?.code, 'file_too_large')
})

test('rejects an empty video file', () => {
  assert.equal(
    describe(validateVideoFile('music', { ...clip, size: 0 })),
    'Video required: Select a video file.',
  )
  assert.equal(validateVideoDetails(good, { file: { ...clip, size: 0 } })?.code, 'video_required')
})

test('accepts an https link or a watch page of this site as a trailer', () => {
  assert.equal(withTrailer('https://example.org/t.mp4'), undefined)
  assert.equal(withTrailer('javascript:alert(1)'), 'trailer_invalid')
})

test('a scheduled upload needs a publication time between a minute and a year from now', () => {
  const at = (publish_at: string) =>
    validateVideoDetails({ ...good, publication_state: 'scheduled', publish_at }, { file: clip })?.code
  const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  assert.equal(at(''), 'publish_at_required')
  for (const minutes of [-10, 0.5, 366 * 24 * 60]) assert.equal(at(ahead(minutes)), 'publish_at_out_of_range')
  assert.equal(at(ahead(2)), undefined)
})

test('clears the genre only when the content type changes', () => {
  const pop = { ...good, genre: 'pop' }
  assert.equal(changeUploadType(pop, 'music').genre, 'pop')
  assert.equal(changeUploadType(pop, 'story').genre, '')
})

test('rejects an image over 10 MB and reports the error at the image field', () => {
  const big = { size: 10 * 1024 * 1024 + 1 }
  assert.equal(validateVideoDetails(good, { file: clip, cover: big })?.field, 'cover')
  assert.equal(validateVideoDetails(good, { file: clip, thumbnail: big })?.field, 'thumbnail')
})

test('checks the series and the episode number only for shows', () => {
  const check = (type: UploadType, id: string, season: number, episode: number) =>
    validateVideoDetails({ ...good, type, series: { id, season, episode } }, { file: clip })?.code
  assert.equal(check('show', 'a', 99, 999), undefined)
  assert.equal(check('show', 'new', 1, 1), 'series_not_created')
  for (const season of [0, 100, Number.NaN]) assert.equal(check('show', 'a', season, 1), 'season_invalid')
  for (const episode of [0, 1000, Number.NaN]) assert.equal(check('show', 'a', 1, episode), 'episode_invalid')
  assert.equal(check('music', 'new', 0, 0), undefined)
})

test('describes the upload size limit of each content type', () => {
  const limits = {
    music: 1000,
    show: 2000,
    story: 300,
    talent: 800,
    challenge: 1200,
    live: 3000,
    movie: 2000,
  }
  for (const [type, megabytes] of Object.entries(limits) as [UploadType, number][]) {
    const size = megabytes * 1024 * 1024
    const label = megabytes < 1000 ? `${megabytes}MB` : `${(megabytes / 1000).toFixed(1)}GB`
    assert.equal(validateVideoFile(type, { name: 'a.mp4', size }), null)
    assert.equal(
      describe(validateVideoFile(type, { name: 'a.mp4', size: size + 1 })),
      `File too large: Max for ${type} is ${label}.`,
    )
    assert.equal(describeAllowedFiles(type), `Up to ${label} · MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV`)
  }
})

test('accepts video files with one of eight file extensions, in any letter case', () => {
  for (const name of ['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v', 'wmv', 'flv'])
    for (const file of [`a.${name}`, `A.${name.toUpperCase()}`])
      assert.equal(validateVideoFile('music', { name: file, size: 1 }), null)
  for (const name of ['mp4', 'a.mp4.txt', 'a.mpg', 'a.'])
    assert.equal(validateVideoFile('music', { name, size: 1 })?.code, 'unsupported_format', name)
})
