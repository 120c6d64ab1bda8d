/*
 * Old and new processes run side by side during an update: the first new one migrates the database while the
 * old ones keep running. From here on a migration only adds; a column is dropped in a release after the one
 * that stopped using it.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { readMigrations } from './migrate.ts'

/** Earlier migrations required a stopped site. */
const since = '0027'

/**
 * Changes that break the previous release or block it. `-- old code: …` before a statement explains why it is
 * safe anyway.
 */
const harmful: [RegExp, string][] = [
  [/\bdrop (table|column|view|type)\b/, 'the old code still reads it'],
  [/\brename\b/, 'the old code knows the old name'],
  [/\balter( column)? \w+ (set data )?type\b/, 'the whole table is written anew while everybody waits'],
  [/\bset not null\b/, 'the old code may leave it out'],
  [/\badd( column)?( if not exists)? \w+ (?!.*\bdefault\b).*\bnot null\b/, 'the old code does not fill it'],
  [
    /\badd constraint\b(?!.*\bnot valid\b)/,
    'all rows are read while everybody waits, and the old code may break it',
  ],
  [/\b(truncate|vacuum full|cluster|lock table)\b/, 'everybody waits'],
]

function harmIn(text: string): string[] {
  const statements = text.toLowerCase().split(/;\s*\n/)
  return statements
    .filter((one) => !one.includes('-- old code:'))
    .map((one) => one.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim())
    .flatMap((one) =>
      harmful.filter(([form]) => form.test(one)).map(([, why]) => `${one.slice(0, 80)}: ${why}`),
    )
}

test('keeps new migrations compatible with the previous release', async () => {
  for (const { name, text } of await readMigrations())
    if (name >= since)
      assert.deepEqual(harmIn(text), [], `${name}: do it in two releases, or say “-- old code: …”`)
})

test('detects statements that would break the previous release', () => {
  for (const harm of [
    'alter table boats drop column name;\n',
    'alter table boats rename column name to title;\n',
    'alter table boats alter name type integer;\n',
    'alter table boats alter column name set not null;\n',
    'alter table boats add column port text not null;\n',
    'alter table boats add constraint short check (length(name) < 9);\n',
  ])
    assert.equal(harmIn(harm).length, 1, harm)
  for (const fine of [
    "alter table boats add column port text not null default '';\n",
    'create table ports (id uuid primary key, name text not null);\n',
    '-- old code: has not read it for two releases\nalter table boats drop column name;\n',
  ])
    assert.deepEqual(harmIn(fine), [], fine)
})

test('migrations never change once they are released, not even their comments', async () => {
  const list = await readFile(new URL('migrations/checksums.txt', import.meta.url), 'utf8')
  const listed = list.trimEnd().split('\n')
  const actual = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}`)
  // A site refuses to start if a migration that it has run has other bytes now. `sha256sum` writes the line of a new one.
  assert.deepEqual(
    actual,
    listed,
    'restore the old file; only a new migration gets a new line in checksums.txt',
  )
})
