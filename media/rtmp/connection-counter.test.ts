import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionCounter } from './connection-counter.ts'
import { defaultRtmpLimits } from './rtmp-limits.ts'

test('a closed connection makes room for another one from its network', () => {
  const counter = new ConnectionCounter({
    ...defaultRtmpLimits,
    maxConnections: 2,
    maxConnectionsPerNetwork: 1,
  })
  assert.equal(counter.add('192.0.2.1'), null)
  assert.equal(counter.add('192.0.2.1'), 'too_many_connections_from_network')
  assert.equal(counter.add('192.0.2.2'), null)
  assert.equal(counter.add('192.0.2.3'), 'too_many_connections')
  counter.remove('192.0.2.1')
  assert.equal(counter.add('192.0.2.1'), null)
})
