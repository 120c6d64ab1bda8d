/*
 * During an update, old and new processes run side by side. The first new process migrates the database while
 * the old ones keep running. From migration 0027 on, migrations only add to the schema. A release can drop a
 * column only if the code of the previous release no longer uses the column.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { readMigrations } from './migrate.ts'

/** The first migration that can be applied without stopping the site. */
const since = '0027'

/**
 * Schema changes that break or block the previous release. A comment `-- old code: …` before a statement
 * explains why the statement is safe anyway.
 */
const harmful: [RegExp, string][] = [
  [/\bdrop (table|column|view|type)\b/, 'the previous release still reads it'],
  [/\brename\b/, 'the previous release uses the old name'],
  [/\balter( column)? \w+ (set data )?type\b/, 'the whole table is rewritten under a lock'],
  [/\bset not null\b/, 'the previous release can leave it out'],
  [
    /\badd( column)?( if not exists)? \w+ (?!.*\bdefault\b).*\bnot null\b/,
    'the previous release does not set it',
  ],
  [
    /\badd constraint\b(?!.*\bnot valid\b)/,
    'all rows are read under a lock, and the previous release can violate it',
  ],
  [/\b(truncate|vacuum full|cluster|lock table)\b/, 'the table is locked'],
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

test('new migrations are compatible with the previous release', async () => {
  for (const { name, text } of await readMigrations())
    if (name >= since)
      assert.deepEqual(
        harmIn(text),
        [],
        `${name}: split the change over two releases, or explain it with “-- old code: …”`,
      )
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

test('released migrations never change, not even their comments', async () => {
  const list = await readFile(new URL('migrations/checksums.txt', import.meta.url), 'utf8')
  const listed = list.trimEnd().split('\n')
  const actual = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}`)
  // A site does not start if a migration that it has already run has changed, even by one byte. `sha256sum`
  // prints the line to add for a new migration.
  assert.deepEqual(
    actual,
    listed,
    'restore the released file; only new migrations add a line to checksums.txt',
  )
})
