/*
 * Tests the table of safety defaults through the real API. In both presets, and for members aged 13, 16 and
 * 19, each setting must have the effect that the table states. The test contains a copy of the table and
 * compares this copy with contract/safety/safety-defaults.ts. The test fails if a setting has no row.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signUp } from '#contract/accounts/accounts.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent } from '#contract/content/own-content.ts'
import { listFollowRequests, putFollow } from '#contract/people/follows.ts'
import { getProfile, getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import {
  getAgeBand,
  ageBands,
  getDefaultSettingValue,
  safetyDefaults,
  type SafetyPreset,
  type SafetySettingKey,
} from '#contract/safety/safety-defaults.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { getPlaybackPreferences, putTimeZone } from '#contract/wellbeing.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import {
  standardFirstDayLimits,
  strictFirstDayLimits,
  safetyDefaultsTable as table,
} from '#tests/support/fixtures/safety-defaults-table.ts'

let testApp: TestApp
/** Strangers aged 16 and 19, and a video rated 16+ by the 19-year-old stranger. */
let peer: TestUser
let adult: TestUser
let grim: string
let crowd: TestUser[]
before(async () => {
  testApp = await startTestApp()
  peer = await testApp.signUpMember('peer', 16)
  adult = await testApp.signUpMember('adult', 19)
  crowd = [
    peer,
    ...(await Promise.all(['one', 'two', 'three'].map((name) => testApp.signUpMember(`crowd_${name}`, 17)))),
  ]
  grim = await createPublishedVideo(adult)
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', grim).execute()
})
after(() => testApp.close())

/** Each of these settings is tested with a separate user, because the setting changes what other users see. */
const alone: SafetySettingKey[] = [
  'public_name',
  'comments_from',
  'comments_held',
  'mentions_from',
  'followed_by_adults',
  'found_by',
  'outside',
]

interface About {
  /** Creates a new member who has not changed any setting. */
  who: TestUser
  age: number
  preset: SafetyPreset
}

/** Tests a setting for this member and returns its effect in the words of the table cell. */
type Row = (about: About) => Promise<unknown>

const rows: Record<SafetySettingKey, Row> = {
  async profile({ who }) {
    const { view } = await testApp.anonymousUser().call(getProfile, { params: { username: who.name } })
    return view === 'full' ? 'public' : 'private'
  },
  async public_name({ who }) {
    await goPublic(who)
    const body = { display_name: 'Real Name', display_name_mode: 'full_name' as const }
    await who.call(updateProfile, { body })
    const { display_name } = await testApp
      .anonymousUser()
      .call(getProfile, { params: { username: who.name } })
    return display_name === 'Real Name' ? 'choice' : 'username'
  },
  async upload_visibility({ who }) {
    const { contentId: id } = await who.call(createUpload, { body: film })
    return (await who.call(getOwnContent, { params: { id } })).visibility
  },
  async comments_from({ who }) {
    await goPublic(who)
    const result = await answerOf(post(peer, await createPublishedVideo(who), 'So good'))
    return result === 'comments_followers' ? 'followers' : result === 'comments_off' ? 'nobody' : 'everyone'
  },
  async comments_held({ who }) {
    await goPublic(who)
    // An adult writes the comment, because the same comment by a minor would be held on every video.
    const follower = await testApp.signUpMember(`${who.name}_f`, 18)
    await insertApprovedFollow(follower, who)
    const id = await createPublishedVideo(who)
    const luring = await post(follower, id, 'you are so mature, keep it secret and add me on snap').catch(
      asRefusal,
    )
    const kind = await post(adult, id, 'What a lovely tune').catch(asRefusal)
    const waits = (result: unknown) => (result as { held?: string }).held !== undefined
    return waits(kind) ? 'adult_strangers' : waits(luring) ? 'suspicious' : 'nothing'
  },
  async mentions_from({ who }) {
    const id = await createPublishedVideo(adult)
    const isMentioned = async (by: TestUser) =>
      (await post(by, id, `look at this @${who.name}`)).mentions.length > 0
    if (await isMentioned(peer)) return 'everyone'
    await insertApprovedFollow(who, peer)
    return (await isMentioned(peer)) ? 'following' : 'nobody'
  },
  async followed_by_adults({ who }) {
    const response = await adult.call(putFollow, { params: { id: who.id } }).catch(asRefusal)
    if (response instanceof ApiCallError) return 'refused'
    if (response.state === 'approved') return 'anyone'
    // If the member's setting is that adults can never follow the member, the adult still gets the response
    // for a delivered request. Only the member's list of follow requests shows whether the request was
    // delivered.
    const { items } = await who.call(listFollowRequests, { query: {} })
    return items.some(({ user_id }) => user_id === adult.id) ? 'request' : 'never'
  },
  async found_by({ who }) {
    const finds = async (asker: TestUser, q: string) => {
      const { creators } = await asker.call(getSearchResults, { query: { q, type: 'creator' } })
      return creators.some(({ user_id }) => user_id === who.id)
    }
    const nobody = testApp.anonymousUser()
    if (await finds(nobody, who.name.slice(0, -2))) return 'everyone'
    if (await finds(nobody, who.name.toUpperCase())) return 'exact'
    await insertApprovedFollow(peer, who)
    return (await finds(peer, who.name)) ? 'followers' : 'nobody'
  },
  async outside({ who }) {
    await goPublic(who)
    const { indexable: page } = await testApp.anonymousUser().call(getProfileById, { params: { id: who.id } })
    const params = { id: await createPublishedVideo(who) }
    const { indexable: video } = await testApp.anonymousUser().call(getContent, { params })
    assert.equal(page, video)
    return page ? 'on' : 'never'
  },
  async rated_16({ who }) {
    return (await answerOf(who.call(getContent, { params: { id: grim } }))) === 'ok' ? 'shown' : 'hidden'
  },
  autoplay_next: async ({ who }) => (await who.call(getPlaybackPreferences, {})).autoplay_next,
  break_minutes: async ({ who }) => (await who.call(getPlaybackPreferences, {})).break_minutes,
  // wellbeing.test.ts checks that notifications respect quiet hours.
  async quiet_hours({ who }) {
    await who.call(putTimeZone, { body: { time_zone: 'Etc/GMT' } })
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
    const until = await transaction(async (tx) => {
      const found: (Date | null)[] = []
      for (let hour = 0; hour < 24; hour += 1) found.push(await loadQuietHoursEnd(tx, who.id, at(hour)))
      return found
    })
    const from = until.findIndex((end, hour) => end && !until[(hour + 23) % 24])
    if (from < 0) return null
    return { from: at(from).toISOString().slice(11, 16), to: until[from]!.toISOString().slice(11, 16) }
  },
  async private_details({ who }) {
    const result = await post(who, await createPublishedVideo(who), 'call me on 07700 900123').catch(
      asRefusal,
    )
    if (result instanceof ApiCallError) return result.code === 'comment_ask' ? 'warned' : result.code
    return result.held ? 'held' : 'posted'
  },
  async profanity({ who }) {
    const id = await createPublishedVideo(who)
    const first = await answerOf(post(who, id, 'what a fucking mess'))
    if (first !== 'comment_ask') return first === 'comment_rude' ? 'refused' : first
    const { body } = await who.call(postComment, {
      params: { id },
      body: { body: 'what a fucking mess', anyway: true },
    })
    return /fuck/.test(body) ? 'posted' : 'masked'
  },
  async telling_username({ age, who }) {
    const username = `mary_${who.name}`.slice(0, 20)
    const joins = (advise?: true) =>
      testApp.anonymousUser().call(signUp, {
        body: {
          full_name: username.replaceAll('_', ' '),
          email: `${who.name}2@example.com`,
          age,
          username,
          password: validPassword,
          terms: true,
          ...(advise && { advise }),
        },
      })
    const first = await answerOf(joins(true))
    if (first === 'username_telling') return 'refused'
    if (first === 'ok') return 'free'
    return first === 'username_advised' && (await answerOf(joins())) === 'ok' ? 'advised' : first
  },
  async first_day({ who }) {
    const id = await createPublishedVideo(adult)
    return {
      uploads: await mostOf(who, 'uploads', () => oneMoreUpload(who)),
      comments: await mostOf(who, 'comments', () => post(who, id, 'Nice')),
      follows: await mostOf(who, 'follows', (nth) => who.call(putFollow, { params: { id: crowd[nth]!.id } })),
    }
  },
}

const film = { title: 'Film', content_type: 'music' as const, file_name: 'a.mp4', file_size: 10 }

test('this test has an expected value for every default in safety-defaults.ts', () => {
  assert.deepEqual(Object.keys(rows), Object.keys(safetyDefaults))
  for (const preset of ['standard', 'strict'] as const)
    for (const age of [13, 16, 19]) {
      const result = Object.keys(safetyDefaults).map((setting) => {
        const cell = getDefaultSettingValue(setting as SafetySettingKey, getAgeBand(age), preset)
        return cell === 'ask' ? 'only_me' : cell
      })
      assert.deepEqual(result, table[preset][age], `${preset}, ${age}`)
    }
  assert.deepEqual(
    [13, 15, 16, 17, 18, 19].map(getAgeBand),
    ageBands.flatMap((band) => [band, band]),
  )
})

for (const preset of ['standard', 'strict'] as const)
  for (const age of [13, 16, 19])
    test(`with the ${preset} preset, every safety setting of a new ${age}-year-old member has the expected default`, async () => {
      loadConfig({ DATA_DIR: testApp.dataDir, SAFETY_PRESET: preset })
      const joins = (sentEmail: string) =>
        testApp.signUpMember(`${sentEmail}${preset.slice(0, 3)}_zebra${age}`, age)
      const usual = await joins('z')
      for (const [at, setting] of (Object.keys(safetyDefaults) as SafetySettingKey[]).entries()) {
        const who = alone.includes(setting) ? await joins(letters[at]!) : usual
        assert.deepEqual(await rows[setting]({ who, age, preset }), table[preset][age]![at], setting)
      }
    })

const letters = 'abcdefghijklmnopqrstuvwxyz'

const post = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })

/** Makes the profile public, because a private profile would change the effect of the tested setting. */
const goPublic = (who: TestUser) =>
  who.call(putSafetySetting, { params: { setting: 'profile' }, body: { value: 'public', confirmed: true } })

function asRefusal(thrown: unknown): ApiCallError {
  if (!(thrown instanceof ApiCallError)) throw thrown
  return thrown
}

async function answerOf(work: Promise<unknown>): Promise<string> {
  const response = await work.catch(asRefusal)
  return response instanceof ApiCallError ? response.code : 'ok'
}

/**
 * Frees the upload slots first, because otherwise the limit of three open uploads could block this upload.
 */
async function oneMoreUpload(who: TestUser): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(0) })
    .execute()
  await who.call(createUpload, { body: film })
}

/**
 * Returns the daily limit that applies to this kind of action. Tests the strict limit, then the standard
 * limit: sets the usage to one below the limit and performs the action twice. If only the second action is
 * refused, the tested limit is the one that applies.
 */
async function mostOf(
  who: TestUser,
  what: keyof typeof standardFirstDayLimits,
  act: (nth: number) => Promise<unknown>,
): Promise<number> {
  let nth = 0
  for (const most of [strictFirstDayLimits[what], standardFirstDayLimits[what]]) {
    const counted = { uploads: 0, comments: 0, follows: 0, [what]: most - 1 }
    await db
      .insertInto('first_day_usage')
      .values({ user_id: who.id, ...counted })
      .onConflict((row) => row.column('user_id').doUpdateSet(counted))
      .execute()
    assert.equal(await answerOf(act(nth++)), 'ok', `${what}: one below ${most}`)
    if ((await answerOf(act(nth++))) === 'first_day_full') return most
  }
  return Infinity
}
