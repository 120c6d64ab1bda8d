import { getWordForms } from '../tokenize-words.ts'

/** App names that have no other meaning. */
const unambiguousAppNames = new Set(
  `snapchat snapchats insta instagram instagramm ig kik discord disc telegram whatsapp whatsap tiktok omegle wickr viber wechat skype gamertag
  threema messenger bereal yubo wizz tellonym`.split(/\s+/),
)
/** App names that are also ordinary words. */
const ambiguousAppNames = new Set(
  'snap signal line steam roblox facebook twitter twitch fb wa tg dc'.split(' '),
)
/**
 * Short app names that are flagged only next to an obvious account name (`sc lena_22`, not `SC Freiburg`).
 */
const weakApps = new Set(
  'sc tt yt youtube xbox psn xbl gmail icloud outlook fortnite minecraft vsco pinterest locket sendit ngl tlgrm wapp wsp vx gram app tele'.split(
    ' ',
  ),
)
const appEmojis = new Set(['👻', '📸'])

export type MessagingAppMatchStrength = 'plain' | 'ambiguous' | 'weak'

/**
 * Returns how clearly a word refers to an app, or null if the word does not refer to an app. Short forms and
 * disguised spellings of an app's name are recognised too: `insta`, `disc0rd`, `sn4p`, `snaaap`, and emoji
 * such as the Snapchat ghost.
 */
export function classifyMessagingAppName(word: string): MessagingAppMatchStrength | null {
  if (appEmojis.has(word)) return 'ambiguous'
  for (const form of getWordForms(word)) {
    if (form.length === 2 && form !== word) continue
    if (unambiguousAppNames.has(form)) return 'plain'
    if (ambiguousAppNames.has(form)) return 'ambiguous'
    if (weakApps.has(form)) return 'weak'
  }
  return null
}
