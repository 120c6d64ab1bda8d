import assert from 'node:assert/strict'
import test from 'node:test'
import { computeHotp, buildTotpProvisioningDetails, createTotpSecret, findMatchingTimeStep } from './totp.ts'

/**
 * The key of the test vectors in RFC 6238, appendix B (SHA-1). The RFC's codes have eight digits, and the
 * expected codes are the last six of these digits.
 */
const rfc = '12345678901234567890'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test('generates RFC 6238 codes, and accepts codes up to half a minute early or late', () => {
  for (const [seconds, code] of vectors) {
    const step = Math.floor(seconds / 30)
    assert.equal(findMatchingTimeStep(rfc, code, seconds * 1000), step, code)
    assert.equal(findMatchingTimeStep(rfc, code, (step + 1) * 30_000), step, 'half a minute late')
    assert.equal(findMatchingTimeStep(rfc, code, (step - 1) * 30_000), step, 'half a minute early')
    assert.equal(findMatchingTimeStep(rfc, code, (step + 2) * 30_000), null, 'too late')
    assert.equal(findMatchingTimeStep(rfc, code, (step - 2) * 30_000), null, 'too early')
  }
})

test('generates the HOTP values of RFC 4226', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  for (const [counter, code] of codes.entries()) assert.equal(computeHotp(rfc, counter), code)
})

test('gives the authenticator app the name of the site and a base32 secret of at least 128 random bits', () => {
  const { secret, url } = buildTotpProvisioningDetails(rfc, 'Afterbell', 'ada')
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.match(
    url,
    /^otpauth:\/\/totp\/Afterbell:ada\?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Afterbell/,
  )
  // The test vectors of RFC 4648, section 10.
  const base32 = ['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']
  for (const [at, text] of base32.entries())
    assert.equal(buildTotpProvisioningDetails('foobar'.slice(0, at + 1), 'x', 'y').secret, text)
  assert.equal(
    buildTotpProvisioningDetails(rfc, 'After bell', 'ada@x.example').url,
    `otpauth://totp/After%20bell:ada%40x.example?secret=${secret}&issuer=After+bell&digits=6&period=30`,
  )
  assert.equal(createTotpSecret().length, 24)
  assert.notEqual(createTotpSecret(), createTotpSecret())
})
