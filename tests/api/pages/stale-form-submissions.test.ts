import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { getNotificationPreferences, putNotificationPreferences } from '#contract/notifications.ts'
import { getOwnProfile } from '#contract/people/profiles.ts'
import { getSafetySettings, putSafetySetting } from '#contract/safety/safety-settings.ts'
import type { ApiFetch } from '#web/api/api-client.ts'
import { action as saveProfile } from '#web/pages/dashboard/dashboard-action.ts'
import { saveVideoEdits } from '#web/pages/upload/save-video-edits.ts'
import { action as saveNotifications } from '#web/pages/dashboard/notifications-action.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

/*
 * Each test renders a form, changes a setting elsewhere (in another tab or section), edits a different field
 * of the form and saves the form. Saving the form must not overwrite the setting that was changed elsewhere.
 */

const testApp = await startTestApp()
after(() => testApp.close())

function actionArgs(who: TestUser, fields: Record<string, string>, baseline: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, baseline: JSON.stringify(baseline) }))
    form.set(name, value)
  const fetch: ApiFetch = (path, init) => who.fetch(path, init)
  const context = { get: () => ({ fetch, nonce: '', publicUrl: '' }) }
  const request = new Request('http://localhost:3000/dashboard', { method: 'POST', body: form })
  return { context, request, form, url: new URL(request.url), params: { id: '' } } as never
}

test('saving the bio does not undo a privacy change made in another tab', async () => {
  const kim = await testApp.signUpMember('kim', 15)
  const { display_name, username, bio, is_private } = await kim.call(getOwnProfile, {})
  const baseline = { display_name, username, bio, is_private }
  await kim.call(putSafetySetting, { params: { setting: 'profile' }, body: { value: 'private' } })

  const stale = { intent: 'profile', display_name, username, bio: 'Trains & trams' }
  await saveProfile(actionArgs(kim, stale, baseline))
  const saved = await kim.call(getOwnProfile, {})
  assert.deepEqual([saved.bio, saved.is_private], ['Trains & trams', true])

  await saveProfile(actionArgs(kim, stale, { ...baseline, bio: stale.bio, is_private: true }))
  assert.equal((await kim.call(getOwnProfile, {})).is_private, false, 'unticking the box still opens it')
})

test('saving a title does not undo changes to other fields made in another tab', async () => {
  const lou = await testApp.signUpMember('lou', 16)
  const params = { id: await createPublishedVideo(lou, { title: 'Harbour' }) }
  const item = await lou.call(getOwnContent, { params })
  const baseline = {
    title: item.title,
    description: item.description,
    genre: item.genre,
    trailer_url: '',
    visibility: item.visibility,
    rating: item.rating,
  }
  const elsewhere = { visibility: 'only_me', rating: '16', description: 'For me' } as const
  await lou.call(updateContent, { params, body: elsewhere })

  const args = actionArgs(lou, { ...baseline, title: 'Harbour at night' }, baseline) as {
    form: FormData
    params: object
  }
  await saveVideoEdits({ ...args, params } as never, args.form)
  const { title, visibility, rating, description } = await lou.call(getOwnContent, { params })
  assert.deepEqual({ title, visibility, rating, description }, { title: 'Harbour at night', ...elsewhere })
})

test('saving a title does not unpublish a video that was published while the form was open', async () => {
  const max = await testApp.signUpMember('max', 16)
  const publishAt = new Date(Date.now() + 3600_000)
  const params = { id: await createPublishedVideo(max, { publication: 'scheduled', publishAt }) }
  const { title, publication_state, publish_at } = await max.call(getOwnContent, { params })
  const baseline = { title, publication_state, publish_at: publish_at! }
  // Without JavaScript, the form submits the time in UTC, without seconds.
  const save = async (fields: Record<string, string>) => {
    const typed = { title, publication_state, publish_at_local: publish_at!.slice(0, 16), ...fields }
    const args = actionArgs(max, typed, baseline) as { form: FormData; params: object }
    return saveVideoEdits({ ...args, params } as never, args.form)
  }
  assert.equal((await save({ title: 'One' })).publish_at, publish_at)
  const nextWeek = new Date(Date.now() + 7 * 24 * 3600_000).toISOString().slice(0, 16)
  assert.equal((await save({ publish_at_local: nextWeek })).publish_at, `${nextWeek}:00.000Z`)
  await max.call(updateContent, { params, body: { publication_state: 'published' } })
  const saved = await save({ title: 'Two' })
  assert.deepEqual([saved.title, saved.publication_state], ['Two', 'published'])
})

test('saving a notification setting does not undo changes to other settings made in another tab', async () => {
  const pia = await testApp.signUpMember('pia', 16)
  const switches = await pia.call(getNotificationPreferences, {})
  await pia.call(putNotificationPreferences, { body: { like: false } })
  const { comment: _, ...stillOn } = switches
  const ticked = Object.fromEntries(Object.keys(stillOn).map((kind) => [kind, 'on']))
  await saveNotifications(actionArgs(pia, { intent: 'switches', ...ticked }, switches))
  const { like, comment } = await pia.call(getNotificationPreferences, {})
  assert.deepEqual({ like, comment }, { like: false, comment: false })

  const longer = { from: '19:00', to: '08:00' }
  await pia.call(putSafetySetting, { params: { setting: 'quiet_hours' }, body: { value: longer } })
  const shown = { on: true, from: '22:00', to: '07:00' }
  const response = await saveNotifications(
    actionArgs(pia, { intent: 'quiet', on: 'on', from: shown.from, to: shown.to }, shown),
  )
  assert.equal(response.done, 'quiet', 'nothing was changed here, so nothing is asked')
  const { settings } = await pia.call(getSafetySettings, {})
  assert.deepEqual(settings.find(({ setting }) => setting === 'quiet_hours')?.value, longer)
})
