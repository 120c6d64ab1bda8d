import assert from 'node:assert/strict'
import test from 'node:test'
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts'

const siteSecret = 'site-key-of-a-test-Zm9vYmFyYmF6'
const secret = 'a1B2-c3D4_e5F6g7H8i9J0kL'

test('decrypts a secret that better-auth 1.7.7 encrypted', () => {
  const encrypted =
    '4f2691ca373b3512309e5f1ac13465158f79a5787c22f22baba224f8ba6003b761ee0bcef49c2fe1c24e912de42af7741f1172478dd606c4d18c4002148915f4'
  assert.equal(decryptTotpSecret(encrypted, siteSecret), secret)
})

test('encrypts with a new nonce each time, and rejects altered secrets and wrong keys', () => {
  const encrypted = encryptTotpSecret(secret, siteSecret)
  assert.match(encrypted, /^[\da-f]{128}$/)
  assert.notEqual(encrypted, encryptTotpSecret(secret, siteSecret))
  assert.equal(decryptTotpSecret(encrypted, siteSecret), secret)
  for (let at = 0; at < encrypted.length; at += 1) {
    const altered = `${encrypted.slice(0, at)}${encrypted[at] === '0' ? '1' : '0'}${encrypted.slice(at + 1)}`
    assert.throws(() => decryptTotpSecret(altered, siteSecret), `character ${at}`)
  }
  assert.throws(() => decryptTotpSecret(encrypted, `${siteSecret}x`))
  for (const damaged of ['', 'ff', encrypted.slice(2), `${encrypted}00`, 'not hexadecimal'])
    assert.throws(() => decryptTotpSecret(damaged, siteSecret))
})
