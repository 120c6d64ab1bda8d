import assert from 'node:assert/strict'
import test from 'node:test'
import { loadConfig } from '../config.ts'
import { getClientAddress, getClientNetworkAddress } from './client-address.ts'

const from = (remoteAddress: string, forwardedFor?: string) =>
  getClientAddress({ incoming: { socket: { remoteAddress } }, forwardedFor })

test('reads a forwarded address only from a configured proxy', () => {
  loadConfig({ PUBLIC_URL: 'http://203.0.113.7' })
  assert.equal(from('198.51.100.4', '192.0.2.1'), '198.51.100.4')
  assert.equal(
    from('127.0.0.1', '192.0.2.1'),
    '127.0.0.1',
    'no proxy on this machine is expected without https',
  )
  loadConfig({ PUBLIC_URL: 'https://site.example', TRUST_PROXY: 'none' })
  assert.equal(from('127.0.0.1', '192.0.2.1'), '127.0.0.1')
})

test('trusts only the last X-Forwarded-For entry from a local proxy if the site uses https', () => {
  loadConfig({ PUBLIC_URL: 'https://site.example' })
  assert.equal(from('::ffff:127.0.0.1', '192.0.2.1'), '192.0.2.1')
  assert.equal(from('::1', '6.6.6.6, 192.0.2.1'), '192.0.2.1', 'earlier entries come from the client')
  assert.equal(from('198.51.100.4', '192.0.2.1'), '198.51.100.4')
})

test('finds the client address behind several configured proxies', () => {
  loadConfig({ PUBLIC_URL: 'https://site.example', TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' })
  assert.equal(from('10.0.0.2', '6.6.6.6, 192.0.2.1, 10.9.9.9'), '192.0.2.1')
  assert.equal(from('2001:db8::7', '2001:DB9::5'), '2001:db9::5')
  assert.equal(from('127.0.0.1', '192.0.2.1'), '127.0.0.1')
})

test('ignores entries of X-Forwarded-For that are not addresses', () => {
  loadConfig({ PUBLIC_URL: 'https://site.example' })
  for (const nonsense of ['', 'unknown', '_hidden', "' or 1=1", '1.2.3', '192.0.2.1:80 ', ','.repeat(9)])
    assert.equal(from('127.0.0.1', nonsense), '127.0.0.1', nonsense)
  assert.equal(getClientAddress({}), '127.0.0.1')
})

test('counts all addresses of an IPv6 /64 as one network', () => {
  assert.equal(getClientNetworkAddress('192.0.2.1'), '192.0.2.1')
  assert.equal(getClientNetworkAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(getClientNetworkAddress('2001:db8:1:2::9'), getClientNetworkAddress('2001:0db8:1:2:ffff::'))
  assert.equal(getClientNetworkAddress('::1'), '0:0:0:0::/64')
  assert.notEqual(getClientNetworkAddress('2001:db8:1:3::9'), getClientNetworkAddress('2001:db8:1:2::9'))
})

test('reports an invalid proxy setting to the operator', () => {
  for (const bad of ['everyone', '10.0.0.0/33', '10.0.0.1/', '1/2/3', '*'])
    assert.throws(() => loadConfig({ TRUST_PROXY: bad }), /The setting TRUST_PROXY must be IP addresses/, bad)
})
