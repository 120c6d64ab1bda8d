import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { loadConfig } from './config.ts'
import { decryptSecret, encryptSecret, isEncryptedWithCurrentKey } from './secret-encryption.ts'
import { setSigningSecret } from './signing-secret.ts'

const secret = 'a1B2-c3D4_e5F6g7H8i9J0kL'
const [oldKey, newKey] = ['old-key-'.repeat(6), 'new-key-'.repeat(6)]

beforeEach(() => {
  loadConfig({})
  setSigningSecret('site-key-of-a-test-Zm9vYmFyYmF6')
})

test('decrypts a secret that better-auth 1.7.7 encrypted', () => {
  const encrypted =
    '4f2691ca373b3512309e5f1ac13465158f79a5787c22f22baba224f8ba6003b761ee0bcef49c2fe1c24e912de42af7741f1172478dd606c4d18c4002148915f4'
  assert.equal(decryptSecret(encrypted), secret)
})

test('encrypts with a new nonce each time, and rejects altered secrets and wrong keys', () => {
  const encrypted = encryptSecret(secret)
  assert.match(encrypted, /^[\da-f]{128}$/)
  assert.notEqual(encrypted, encryptSecret(secret))
  assert.equal(decryptSecret(encrypted), secret)
  for (let at = 0; at < encrypted.length; at += 1) {
    const altered = `${encrypted.slice(0, at)}${encrypted[at] === '0' ? '1' : '0'}${encrypted.slice(at + 1)}`
    assert.throws(() => decryptSecret(altered), `character ${at}`)
  }
  for (const damaged of [
    '',
    'ff',
    encrypted.slice(2),
    `${encrypted}00`,
    'not hexadecimal',
    ':',
    `x:${encrypted}`,
  ])
    assert.throws(() => decryptSecret(damaged))
  setSigningSecret('another-site-key')
  assert.throws(() => decryptSecret(encrypted))
})

test('with ENCRYPTION_KEYS, the site key in the database does not decrypt new secrets', () => {
  const fromSiteKey = encryptSecret(secret)
  loadConfig({ ENCRYPTION_KEYS: oldKey })
  const encrypted = encryptSecret(secret)
  assert.equal(decryptSecret(encrypted), secret)
  assert.equal(decryptSecret(fromSiteKey), secret, 'secrets of earlier releases can still be read')
  assert.ok(isEncryptedWithCurrentKey(encrypted) && !isEncryptedWithCurrentKey(fromSiteKey))
  loadConfig({})
  assert.throws(() => decryptSecret(encrypted), /not in ENCRYPTION_KEYS/)
})

test('the first of ENCRYPTION_KEYS encrypts, and the others still decrypt', () => {
  loadConfig({ ENCRYPTION_KEYS: oldKey })
  const encrypted = encryptSecret(secret)
  loadConfig({ ENCRYPTION_KEYS: `${newKey},${oldKey}` })
  assert.equal(decryptSecret(encrypted), secret)
  assert.ok(!isEncryptedWithCurrentKey(encrypted))
  const renewed = encryptSecret(decryptSecret(encrypted))
  assert.ok(isEncryptedWithCurrentKey(renewed))
  loadConfig({ ENCRYPTION_KEYS: newKey })
  assert.equal(decryptSecret(renewed), secret)
  assert.throws(() => decryptSecret(encrypted), /not in ENCRYPTION_KEYS/)
})
