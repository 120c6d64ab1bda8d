import assert from 'node:assert/strict'
import test from 'node:test'
import { loadConfig, readConfig } from './config.ts'
import { isAllowedPushEndpoint } from './push-services.ts'

const { pushServices } = loadConfig({})

test('allows the URLs of the push services of Chrome, Edge, Firefox and Safari', () => {
  for (const url of [
    'https://fcm.googleapis.com/fcm/send/dFx:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY',
  ])
    assert.ok(isAllowedPushEndpoint(url, pushServices), url)
})

test('rejects URLs of unknown push services, including lookalikes of known ones', () => {
  for (const url of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example\\@web.push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])
    assert.equal(isAllowedPushEndpoint(url, pushServices), false, url)
})

test('the PUSH_SERVICES setting replaces the default list of push services or turns off push notifications', () => {
  const own = readConfig({ PUSH_SERVICES: 'push.example.org, http://127.0.0.1:4000' }).pushServices
  assert.ok(isAllowedPushEndpoint('https://push.example.org/x', own))
  assert.ok(isAllowedPushEndpoint('http://127.0.0.1:4000/x', own))
  assert.equal(isAllowedPushEndpoint('http://127.0.0.1:4001/x', own), false)
  assert.equal(isAllowedPushEndpoint('https://fcm.googleapis.com/x', own), false)
  assert.deepEqual(readConfig({ PUSH_SERVICES: 'off' }).pushServices, [])
  for (const wrong of ['10.0.0.1', 'http://10.0.0.1', 'http://push.example.org', '*', '*.com', 'localhost'])
    assert.throws(() => readConfig({ PUSH_SERVICES: wrong }), /PUSH_SERVICES must be host names/, wrong)
})
