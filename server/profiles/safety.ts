import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import { type getOwnSafety, type getSafety, type putSafety, type SafetySetting } from '#contract/safety.ts'
import { type Choosable, choicesOf, isChoosable, looseness, mayBe } from '#contract/safety-choices.ts'
import { bands, defaultOf, defaults, policyDate, type Setting } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { active, type Member } from '../platform/http/viewer.ts'
import { oneself } from '../safety/people.ts'
import { choose, defaultFor, settingOf, unchoose } from '../safety/settings.ts'
import { changeProfile } from './change.ts'

const all = Object.keys(defaults) as Setting[]

/** The table, as it is in force here. */
export async function safety(): Promise<AnswerOf<typeof getSafety>> {
  const preset = config.safetyPreset
  const settings = all.map((setting) => ({
    setting,
    values: bands.map((band) => defaultOf(setting, band, preset)),
  }))
  return { as_of: policyDate, preset, ages: [...bands], settings }
}

/** What holds for oneself. */
export async function ownSafety(viewer: Member): Promise<AnswerOf<typeof getOwnSafety>> {
  return { settings: await Promise.all(all.map((setting) => one(viewer, setting))) }
}

/** Stricter is one step; looser needs a yes more, and somebody who may act. */
export async function chooseSafety(
  viewer: Member,
  setting: Setting,
  { value, confirmed }: ParsedOf<typeof putSafety>['body'],
): Promise<SafetySetting> {
  if (!isChoosable(setting) || choicesOf(setting, viewer.band, config.safetyPreset).length < 2)
    throw new Refusal('setting_fixed')
  if (!mayBe(setting, value, viewer.band, config.safetyPreset)) throw new Refusal('setting_no_choice')
  const { value: now } = await one(viewer, setting)
  if (looseness(setting, value) > looseness(setting, now)) {
    active(viewer)
    if (!confirmed) throw new Refusal('setting_looser')
  }
  await set(viewer, setting, value)
  return one(viewer, setting)
}

async function set(viewer: Member, setting: Choosable, value: unknown): Promise<void> {
  if (setting === 'profile') await changeProfile(viewer, { is_private: value === 'private' })
  else
    await transaction(async (tx) => {
      const isDefault = JSON.stringify(await defaultFor(tx, viewer.id, setting)) === JSON.stringify(value)
      await (isDefault ? unchoose(tx, viewer.id, setting) : choose(tx, viewer.id, setting, value))
    })
}

async function one(viewer: Member, setting: Setting): Promise<SafetySetting> {
  const value = setting === 'profile' ? await profileOf(viewer) : await settingOf(db, viewer.id, setting)
  const usual = await defaultFor(db, viewer.id, setting)
  const others = choicesOf(setting, viewer.band, config.safetyPreset)
    .filter((choice) => JSON.stringify(choice) !== JSON.stringify(value))
    .map((choice) => ({
      value: choice,
      looser: looseness(setting as Choosable, choice) > looseness(setting as Choosable, value),
    }))
  const chosen = JSON.stringify(value) !== JSON.stringify(usual)
  return { setting, value, default: usual, chosen, choices: others }
}

/** Kept with the profile itself. */
async function profileOf(viewer: Member): Promise<'public' | 'private'> {
  const { is_private } = await oneself(viewer.id).select('is_private').executeTakeFirstOrThrow()
  return is_private ? 'private' : 'public'
}
