import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { loadConfig } from '#server/platform/config.ts'
import { isBreachedPassword } from './breached-passwords.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-passwords-'))
after(() => rm(folder, { recursive: true }))

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

async function useList(passwords: string[], format: (hash: string, nth: number) => string): Promise<void> {
  const file = join(folder, 'list.txt')
  await writeFile(file, passwords.map(sha1).toSorted().map(format).join(''))
  loadConfig({ BREACHED_PASSWORDS_FILE: file })
}

const formats = {
  'hashes with counts of different lengths': (hash: string, nth: number) => `${hash}:${7 ** (nth % 9)}\r\n`,
  'lower-case hashes without counts': (hash: string) => `${hash.toLowerCase()}\n`,
}

for (const [name, format] of Object.entries(formats))
  test(`finds every password in a sorted list of ${name}, and no other`, async () => {
    for (const count of [1, 2, 3, 500]) {
      const passwords = Array.from({ length: count }, (_, n) => `password ${n}`)
      await useList(passwords, format)
      for (const password of passwords) assert.ok(await isBreachedPassword(password), password)
      for (let n = 0; n < 500; n += 1) assert.ok(!(await isBreachedPassword(`other ${n}`)), `${count}, ${n}`)
    }
  })

test('without a list, and with an empty list, no password is breached', async () => {
  loadConfig({})
  assert.ok(!(await isBreachedPassword('password 1')))
  await useList([], formats['lower-case hashes without counts'])
  assert.ok(!(await isBreachedPassword('password 1')))
})
