import assert from 'node:assert/strict'
import test, { afterEach } from 'node:test'
import { config, loadConfig } from '../config.ts'
import {
  getContactEmail,
  getQuotaBytes,
  getSetting,
  isSettingLocked,
  setStoredSettings,
} from './runtime-settings.ts'

const before = config
afterEach(() => {
  setStoredSettings({})
  if (before) Object.assign(config, before)
})

test('without other settings, the site is called Afterbell and its contact address is hello@ its host', () => {
  loadConfig({ PUBLIC_URL: 'https://site.example' })
  assert.equal(getSetting('site_name'), 'Afterbell')
  assert.equal(getContactEmail(), 'hello@site.example')
  assert.equal(getSetting('registration'), 'open')
  assert.equal(getQuotaBytes(), 50 * 1024 ** 3)
})

test('a stored setting replaces the default, and an environment variable takes precedence over both', () => {
  loadConfig({ SITE_NAME: 'Harbour TV', QUOTA_GB: '0', CLAIM_ZERO_TOXICITY: 'off' })
  setStoredSettings({
    site_name: 'Quay TV',
    contact_email: 'quay@site.example',
    quota_gb: 3,
    hold_first_comments: 2,
  })
  assert.equal(getSetting('site_name'), 'Harbour TV')
  assert.equal(getQuotaBytes(), null)
  assert.equal(getSetting('claim_zero_toxicity'), false)
  assert.equal(getContactEmail(), 'quay@site.example')
  assert.equal(getSetting('hold_first_comments'), 2)
  assert.equal(isSettingLocked('site_name'), true)
  assert.equal(isSettingLocked('contact_email'), false)
})
