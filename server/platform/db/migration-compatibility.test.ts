/*
 * An update runs old and new side by side for a while: the first new process brings the database up to date, and the old ones go on.
 * So from here on a migration only adds; what is to go, goes in a release after the one that has stopped using it.
 */
import assert from 'node:assert/strict'
import test from 'node:test'
import { readMigrations } from './migrate.ts'

/** Before this one sites were stopped for an update. */
const since = '0027'

/** What the code before it can't live with, or has to wait for. `-- old code: …` before a statement says why it can all the same. */
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

test('from now on a migration is one beside which the code before it goes on', async () => {
  for (const { name, text } of await readMigrations())
    if (name >= since)
      assert.deepEqual(harmIn(text), [], `${name}: do it in two releases, or say “-- old code: …”`)
})

test('what the code before it could not live with is seen', () => {
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
