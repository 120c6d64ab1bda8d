import assert from 'node:assert/strict'
import test from 'node:test'
import { isTagLongEnough, normalizeTag, normalizeTags, splitTags } from './tag-rules.ts'

test('normalizes tags to lowercase letters, digits and hyphens', () => {
  for (const [typed, tag] of [
    ['#Dance', 'dance'],
    ['Hip Hop', 'hip-hop'],
    ['hip_hop – live', 'hip-hop-live'],
    ['R&B!', 'rb'],
    ['Ｆｕｌｌ', 'full'],
    ['Café', 'café'],
    ['Cafe\u0301', 'café'],
    ['-- a --', 'a'],
    ['🎉', ''],
    ['<b>x</b>', 'bxb'],
    ['x'.repeat(40), 'x'.repeat(30)],
  ] as const) {
    assert.equal(normalizeTag(typed), tag)
    assert.equal(normalizeTag(tag), tag, 'normalizing a tag again does not change it')
  }
})

test('removes duplicate and empty tags and keeps the order of the remaining tags', () => {
  assert.deepEqual(normalizeTags(['Skate', '#skate', ' ', 'park', 'SKATE']), ['skate', 'park'])
  assert.deepEqual(splitTags('Skate, park,,street art\nskate'), ['skate', 'park', 'street-art'])
})

test('requires a tag to have at least two characters', () => {
  assert.ok(isTagLongEnough('ab'))
  assert.ok(!isTagLongEnough('a'))
  assert.ok(!isTagLongEnough('𝒶'))
})
