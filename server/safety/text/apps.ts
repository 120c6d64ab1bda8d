import { formsOf } from './words.ts'

/** Names that mean an app and nothing else. */
const plainApps = new Set(
  `snapchat snapchats insta instagram instagramm ig kik discord disc telegram whatsapp whatsap tiktok omegle wickr viber wechat skype gamertag
  threema messenger bereal yubo wizz tellonym`.split(/\s+/),
)
/** Names that are words as well. */
const ambiguousApps = new Set('snap signal line steam roblox facebook twitter twitch fb wa tg dc'.split(' '))
/** Names beside which only what can be nothing but an account counts (`sc lena_22`, not `SC Freiburg`). */
const weakApps = new Set(
  'sc tt yt youtube xbox psn xbl gmail icloud outlook fortnite minecraft vsco pinterest locket sendit ngl tlgrm wapp wsp vx gram app tele'.split(
    ' ',
  ),
)
const ghosts = new Set(['👻', '📸'])

export type App = 'plain' | 'ambiguous' | 'weak'

/** Which app a word names, however it is spelled: `insta`, `disc0rd`, `sn4p`, `snaaap`, the ghost of Snapchat. */
export function appIn(word: string): App | null {
  if (ghosts.has(word)) return 'ambiguous'
  for (const form of formsOf(word)) {
    if (form.length === 2 && form !== word) continue
    if (plainApps.has(form)) return 'plain'
    if (ambiguousApps.has(form)) return 'ambiguous'
    if (weakApps.has(form)) return 'weak'
  }
  return null
}
