/*
 * Comments that strangers wrote under a minor's video in a simulated attack, together with similar harmless
 * comments.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { containsContactDetails, contactDetailMask, maskContactDetails } from './mask-contact-details.ts'
import { moderateText } from './moderate-text.ts'
import { hasContactDetailsInUsername } from './username-rules.ts'

const site = 'afterbell.example'
const about = { field: 'comment', band: '18-19', preset: 'standard', holdsSuspicious: true, site } as const
const strictly = (text: string) => moderateText(text, { ...about, isStrict: true }).outcome

const attacks = [
  'insta zedthegreat',
  'kik zed99',
  'discord zed99',
  'd i s c o r d zed99',
  'd.i.s.c.o.r.d z e d 9 9',
  'zed.lol',
  'zed . com',
  'discord . gg / abc',
  'discord gg/abc',
  'zed@gmail',
  'zed AT g m a i l DOT c o m',
  '5️⃣5️⃣5️⃣0️⃣1️⃣4️⃣7️⃣',
  '0151_2345_678',
  'add zedthegreat on snap',
  'zedthegreat on snap',
  'sn4p zed99',
  'disc0rd zedthegreat',
  '1nsta: zedthegreat',
  '👻 zedthegreat',
  '👻 zed99',
  '👻: zedthegreat',
  'zed99 👻',
  '٠١٥١٢٣٤٥٦٧٨',
  '०१५१२३४५६७८',
  '①⑤①②③④⑤⑥⑦',
  '❶❺❶❷❸❹❺❻❼',
  '5 5 5 0 1 4 7 2',
  '5.5.5.0.1.4.7',
  '5*5*5*0*1*4*7',
  '555-01-47',
  'join my server AbC12x',
  'join my server CODE',
  "mon snap c'est zedlebeau",
  'mein insta ist zedthegreat',
  'mi insta es zedelgrande',
  'my insta is zedthegreat',
  'my insta: zedthegreat',
  'snapchat @zedthegreat',
  'ig zed_99',
  'telegram zed_the_great',
  'whatsapp zed99x',
  'tiktok zed.the.great',
  'signal zed.99',
  'wickr zedthegreat',
  'omegle zedthegreat',
  'zed99 on discord',
  'find zedthegreat auf insta',
  'zed.xyz',
  'zed.gg',
  'zed.club',
  'zedsworld.me',
  'zed99.it',
  'zed.ai',
  'zed.fun',
  'zed . gg / abc',
  'zed dot lol',
  'bit ly/abc',
  't me/zed99',
  'zed at hotmail',
  'zed (at) gmail',
  'zorblax,com',
  'zorblax. com',
  'zorblax*com',
  'zorblax-dot-com',
  'zorblax d0t com',
  'zorblax point fr',
  'http//zorblax',
  'h t t p s zorblax',
  'localhost/zed',
  'magnet:?xt=zed',
  'sms:zed99',
  'www zedsworld com',
  'go to zedsworld com',
]

test('holds obfuscated contact details in comments on a minor’s video, and masks them for viewers who are minors', () => {
  for (const text of attacks) {
    assert.equal(strictly(text), 'hold', text)
    const covered = maskContactDetails(text, site)
    assert.ok(covered.includes(contactDetailMask), `${text} reads ${covered}`)
    assert.equal(containsContactDetails(covered, site), false, `${text} reads ${covered}`)
    assert.ok(!/zed|zorblax|\d{3}|abc/i.test(covered), `${text} reads ${covered}`)
  }
})

test('masks only the contact detail and keeps the rest of the comment', () => {
  const covered = {
    'great video! insta zedthegreat': 'great video! •••',
    'love it, discord zed99 ok': 'love it, ••• ok',
    'so good 5️⃣5️⃣5️⃣0️⃣1️⃣4️⃣7️⃣ wow': 'so good ••• wow',
    'look at zed . com please': 'look at ••• please',
  }
  for (const [text, expected] of Object.entries(covered))
    assert.equal(maskContactDetails(text, site), expected)
})

const kind = [
  'I saw this on tiktok',
  'I saw this on tiktok yesterday',
  'insta worthy shot!',
  'insta-worthy',
  'discord is such a harsh word',
  '5 out of 5, 10/10',
  'see you at 7.30',
  'v2.0 when?',
  'love the snap at 1:23',
  'Snap your fingers on two and four',
  'oh snap!',
  'oh snap, that ending',
  'better than anything on tiktok',
  'tiktok made me do it',
  'the tiktok trend is dead',
  'this deserves more than instagram reels',
  'instagram filters could never',
  'the signal is weak in our valley',
  'signal to noise ratio is great',
  'that line at 2:10 though',
  'discord nitro is too expensive',
  'snap judgement: best film here',
  'happy halloween 👻',
  '👻 spooky season',
  '👻👻👻',
  'so scary 👻 love it',
  'the best of 2019, 2020, 2021',
  '1, 2, 3, 4, 5, 6, 7, 8 and turn',
  '1 2 3 4 5 6 7 8',
  '10,000,000 views soon',
  '0:42, 1:23 and 2:10 are my favourites',
  '3-2, 4-1, 2-2, what a season',
  'shot at 1920x1080, 24 fps',
  'filmed on 2024-05-01',
  'I like drums.it was good.so good',
  'haha good.lol',
  'nice . lol',
  'node.js or video.mp4?',
  'I was at the concert',
  'look at it. Me too',
  'join my team',
  'GTA5 on tiktok would be wild',
  'we won. come and see',
  'so good. net result: goosebumps',
  'nice,me too',
  'rom,com at its best',
  'dot com bubble documentary was good',
  'at that point I cried',
  'the magnet scene',
  'http status 418 is a teapot',
  'localhost jokes never get old',
  'SC Freiburg anthem',
  'my xbox broke while watching',
  'which app did you edit with?',
  'count 10 20 30 40 50 60',
  'der Punkt de facto',
  'à ce point, c’est fou',
  'me gusta el punto final',
]

test('accepts kind comments that mention an app or a number, or contain a full stop', async () => {
  for (const text of kind) {
    assert.equal(strictly(text), 'allow', text)
    assert.equal(maskContactDetails(text, site), text)
  }
  const lines = await corpus(['kind', 'kind-held-out'])
  const covered = lines.filter((line) => containsContactDetails(line, site))
  assert.ok(covered.length <= lines.length * 0.02, covered.join('\n'))
})

test('rejects usernames that contain an app’s name, a request to be added or a phone number', () => {
  const refused = `snap_zed99x discord_zed99 insta_lena_xo addme_sc_zed kik_zed99 call0151234567 zed_on_discord Zed_Snapchat
    SnapZed99 instaLena discordzed99 sn4p_zed disc0rd_zed add_me_zed AddMe_Lena dm_me_zed ig_lena whatsapp99 tiktokzed
    zed_0151_234_567 zed_telegram lena_insta`
  for (const name of refused.split(/\s+/)) assert.equal(hasContactDetailsInUsername(name), true, name)
  const fine = `lena kim_14 Dickens_fan instant_noodle InstantLena installer99 snapdragon snappy_turtle oh_no_snape kiki_99 Signal_Fire
    linedancer moonlight addams madame_zed discordia telegraph_hill Big_Fan_2024 igor_99 tg99 user_123456 snapshot_lena
    zed_snaps_2 callum_99 SC_Freiburg`
  for (const name of fine.split(/\s+/)) assert.equal(hasContactDetailsInUsername(name), false, name)
})

async function corpus(names: string[]): Promise<string[]> {
  const files = await Promise.all(
    names.map((name) => readFile(join(import.meta.dirname, 'corpus', `${name}.txt`), 'utf8')),
  )
  return files.flatMap((file) => file.split('\n').filter((line) => line && !line.startsWith('#')))
}
