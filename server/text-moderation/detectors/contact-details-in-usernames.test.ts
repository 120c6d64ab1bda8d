import assert from 'node:assert/strict'
import test from 'node:test'
import { moderateText } from '../moderate-text.ts'
import { hasContactDetailsInUsername } from '../username-rules.ts'

const channels = `snap_zorblax77 zorblax77_snap sc_zorblax77 ig_zorblax zorblax_ig insta_zorblax add_me_zorblax call_015198765432 u015198765432
  zorblax_gmail_com wa_4915198765 dm_me_zorblax evilzz_dot_com www_evilzz_com kik_zorblax dc_zorblax_4421 tele_zorblax tg_zorblax z0rblax_sn4p
  s_n_a_p_zorblax onlyfans_zor txt_me_zor hmu_zorblax oseven7oo9oo123 zeroonefiveone98765 snpcht_zorblax yubo_zorblax discord_zorblax
  telegram_zor whatsapp_zor tiktok_zor zorblaxatgmail nudes_zor dm4pics meetmezor i_want_14yo`
const harmless = `oh_snap snap_happy tele_tubby dc_comics_fan scott_77 sc_freiburg SC_Freiburg sc_freiburg_fan dc_fan_2011 dc_batman_fan tele_scope
  telescope_kid telegraph_hill tg99 tg_moto scarlett_j score_king scooter_22 scout_leader dcomics_fan dcypher snapdragon snap_pea
  snappy_turtle ginger_snap snapback_boy snap_crackle snapshot_lena instant_karma instructor_99 installer99 kickflip kiki_99 igloo_fox
  igor_99 discoteca discordia disco_ball line_dancer linea_22 wally_99 wanda_m wa_state hmong_pride meet_joe_black meteor_77 meetra
  meeting_room addison addams callmemaybe call_me_maybe callum_99 textile_art texture_kid dmitri_9 dmx_fan pm_dawn gmailla comet_kid
  dotcom_kid dot_matrix www_fan pointguard_7 punkt_genau telly_22 yuboslav wizard_99 bereal_lion fourteen_days age14 lena_14
  kim_14yo_soccer i_want_candy want_more_14 love_2_dance need_4_speed lover_boy_17 whatsupdoc signal_lamp mailman outlook_bright
  icloudy yahoo_serious madame_zed sc_bastia bc_scout washington_dc dc_skater tele_novela`

test('refuses usernames that contain contact details or ask for contact', () => {
  for (const name of channels.split(/\s+/)) assert.equal(hasContactDetailsInUsername(name), true, name)
})

test('accepts usernames that only resemble contact details', () => {
  const names = harmless.split(/\s+/)
  assert.ok(names.length >= 60)
  for (const name of names) assert.equal(hasContactDetailsInUsername(name), false, name)
})

test('refuses display names that contain contact details', () => {
  const outcome = (name: string) =>
    moderateText(name, {
      field: 'display_name',
      band: '18-19',
      preset: 'standard',
      site: 'afterbell.example',
    }).outcome
  for (const name of [
    'sc zorblax77',
    'add me zorblax77',
    'Bob (ig zorblax77)',
    'DM me zorblax77',
    'Zor 👻 zorblax77',
  ])
    assert.equal(outcome(name), 'refuse', name)
  for (const name of ['Scott Adams', 'SC Freiburg Fan', 'Tele Tubby', 'Max Snap', 'Addie Mee'])
    assert.equal(outcome(name), 'allow', name)
})
