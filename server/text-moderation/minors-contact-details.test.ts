/*
 * A minor's text is held for approval if it contains anything that would be masked. In every field, the same
 * detectors decide whether text is held and what is masked.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { maskContactDetails } from './mask-contact-details.ts'
import { type ModeratedField, moderateText } from './moderate-text.ts'

const site = 'afterbell.example'
const fields: ModeratedField[] = ['comment', 'title', 'description', 'bio', 'trailer']

/**
 * These samples come from a simulated attack. In the attack, the contact details in the samples were masked
 * for minors but visible to adults.
 */
const details = [
  'find me on the gram as lena_skates',
  'disc foxy4421 add me',
  'my dc is foxy.4421',
  'tele gram foxy44',
  '👻: miadances10',
  'mia dances @ g mail . c o m',
  'miadances@gmail,com',
  's n a p c h a t miadances',
  'kik foxy_4421',
  'discord,gg/foxyden',
  'bit ly/3xyz',
  'sc miadances10',
  '📸 lena.skates',
  'lena_skates on ig',
  'tg foxy44',
  '07700_900_123',
  '07700*900*123',
  'o77oo 9oo i23',
  'O seven 7 zero 0 nine 0 0 one 2 three',
  '07700 nine hundred 123',
  'snapp: mia.dances',
  'lena_skates (ig)',
  'look me up, lena_skates',
  'dm me',
  'sna.pchat miadances',
  'search lena_skates on there',
  'my @ is lena_skates everywhere',
  'call 07700 and then 900 and then 123',
  'number in bio',
]

test('holds text with a minor’s contact details in any field, no matter who can read the field', () => {
  for (const band of ['13-15', '16-17'] as const)
    for (const field of fields)
      for (const text of details) {
        const { outcome } = moderateText(text, {
          field,
          band,
          preset: 'standard',
          holdsSuspicious: false,
          site,
        })
        assert.equal(outcome, 'hold', `${field}: ${text}`)
      }
})

test('holds or rejects a minor’s comment if masking would hide any part of it', async () => {
  const names = ['kind', 'kind-held-out', 'unkind', 'unkind-held-out']
  const files = await Promise.all(
    names.map((name) => readFile(join(import.meta.dirname, 'corpus', `${name}.txt`), 'utf8')),
  )
  const lines = files.flatMap((file) => file.split('\n').filter((line) => line && !line.startsWith('#')))
  // Every sample line is also tested with its first space replaced by a line break.
  for (const line of lines.flatMap((one) => [one, one.replace(' ', '\n')])) {
    const { outcome } = moderateText(line, {
      field: 'comment',
      band: '16-17',
      preset: 'standard',
      holdsSuspicious: false,
      site,
    })
    if (maskContactDetails(line, site) !== line) assert.ok(['hold', 'refuse'].includes(outcome), line)
  }
})

test('when adults write to adults, warns only about plainly written contact details', () => {
  const among = (text: string) =>
    moderateText(text, { field: 'comment', band: '18-19', preset: 'standard', site }).outcome
  assert.equal(among('insta: lena.xo'), 'warn')
  for (const text of ['kik foxy_4421', 'zorblax,com']) assert.equal(among(text), 'allow', text)
})

test('accepts harmless sentences that look like contact details, whether a minor or an adult stranger wrote them', async () => {
  const file = await readFile(join(import.meta.dirname, 'corpus', 'alike.txt'), 'utf8')
  const lines = file.split('\n').filter((line) => line && !line.startsWith('#'))
  assert.ok(lines.length >= 100)
  for (const line of lines) {
    for (const [band, isStrict] of [
      ['13-15', false],
      ['18-19', true],
    ] as const) {
      const about = {
        field: 'comment',
        band,
        isStrict,
        preset: 'standard',
        holdsSuspicious: true,
        site,
      } as const
      assert.equal(moderateText(line, about).outcome, 'allow', line)
    }
    assert.equal(maskContactDetails(line, site), line)
  }
})
