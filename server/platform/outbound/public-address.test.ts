import assert from 'node:assert/strict'
import test from 'node:test'
import { isPublicAddress } from './public-address.ts'

test('addresses of hosts on the internet are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.255.255'])
    assert.ok(isPublicAddress(address), address)
  for (const address of ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:4001:830::200e'])
    assert.ok(isPublicAddress(address), address)
})

test('private, local, shared, multicast and reserved addresses are not public', () => {
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ])
    assert.ok(!isPublicAddress(address), address)
})

test('IPv6 addresses are public only if they are global unicast addresses without an embedded IPv4 address', () => {
  for (const address of [
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ])
    assert.ok(!isPublicAddress(address), address)
})

test('text that is not an IP address is not public', () => {
  for (const text of [
    '',
    'example.com',
    '127.1',
    '2130706433',
    '0x7f000001',
    '8.8.8',
    '8.8.8.8/32',
    ' 8.8.8.8',
  ])
    assert.ok(!isPublicAddress(text), text)
})
