import assert from 'node:assert/strict'
import test from 'node:test'
import { categoryRows } from '#contract/discovery/category-rows.ts'
import { categories, categoryNames } from '../discovery/categories.ts'
import { genres, isGenreAllowedForUploadType } from './genres.ts'
import { contentTypes, toContentType, contentTypeLabel, toUploadType, uploadTypes } from './content-types.ts'

test('each of the seven upload types maps to exactly one of the seven stored types', () => {
  assert.equal([...contentTypes].join(' '), 'music_video tv_show story talent challenge movie live')
  assert.deepEqual(
    uploadTypes.map((name) => `${name} → ${toContentType(name)}`),
    [
      'music → music_video',
      'show → tv_show',
      'story → story',
      'talent → talent',
      'challenge → challenge',
      'live → live',
      'movie → movie',
    ],
  )
  for (const type of contentTypes) assert.equal(toContentType(toUploadType(type)), type)
})

test('replaces underscores with spaces in content type badges', () => {
  assert.equal(contentTypeLabel('music_video'), 'music video')
  assert.equal(contentTypeLabel('tv_show'), 'TV show')
})

test('the upload form lists exactly the genres in the specification, followed by the extra genres of the category pages', () => {
  assert.equal(genres.music.join(), 'Hip-Hop,Pop,R&B,Gospel,Country,Afrobeats,Latin,Electronic')
  assert.equal(genres.show.join(), 'Comedy,Drama,Reality,Docuseries,News,Kids,Sports,Sci-Fi')
  assert.equal(genres.story.join(), 'Mystery,Horror,Adventure,Romance,Comedy,Sci-Fi,Fantasy,Drama')
  assert.equal(genres.talent.join(), 'Dance,Singing,Acting,Beatbox,Comedy,Magic,Other')
  assert.equal(genres.challenge.join(), 'Dance,Prank,Fitness,Food,Trend,Other,Acting,Directing,Editing')
  assert.equal(genres.live.join(), 'Music,Talk,Gaming,IRL,Sports,Other,Events,Concerts')
  assert.equal(genres.movie.join(), 'Action,Drama,Comedy,Romance,Horror,Sci-Fi,Documentary,Other')
  assert.ok(isGenreAllowedForUploadType('music', 'r&B') && !isGenreAllowedForUploadType('music', 'Horror'))
})

test('the upload form offers at least one matching genre for every row of a category page', () => {
  for (const name of categoryNames)
    for (const { title, words = [] } of categoryRows[name].filter((row) => row.words)) {
      const { upload } = categories[name]
      assert.ok(
        genres[upload].some((genre) => words.some((word) => genre.toLowerCase().includes(word))),
        `${upload}: ${title}`,
      )
    }
})
