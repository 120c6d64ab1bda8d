import { isContactName } from './contact-names.ts'
import { cruelty } from './cruelty.ts'
import { listed, withoutAllowed } from './listed.ts'
import { fold } from './normalise.ts'
import { operatorLists } from './operator-lists.ts'
import { rudeWords } from './profanity.ts'
import { said, wordsOf } from './words.ts'

/** Is it rude, cruel, or on the operator's list? `Big_Dick69`, `bigdick`, `K1ll_yourself`. */
export function isUnfit(username: string): boolean {
  const lists = operatorLists()
  // Both as words (`big dick 69`) and as one (`bigdick`), where only what stands in no decent word counts.
  const parts = username.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_+/g, ' ')
  return [parts, parts.replace(/\d+/g, ' '), username].some((name) => {
    const words = withoutAllowed(wordsOf(fold(name)), lists)
    const phrase = said(words)
    return rudeWords(words, phrase).length > 0 || cruelty(phrase) !== null || listed(words, lists) !== null
  })
}

/** Is it one to reach somebody by elsewhere? `snap_zed`, `addme_lena`, a telephone number: a name stands beside every comment. */
export function isContact(username: string): boolean {
  const parts = username.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return /\d(?:_*\d){6}/.test(username) || [username.toLowerCase(), parts].some(isContactName)
}

/** Names that would speak for the site. */
export function isOurs(username: string): boolean {
  const name = username.toLowerCase().replace(/[_\d]+/g, '')
  return ours.has(name) || /^(?:afterbell|official)|(?:official|moderator|afterbell)$/.test(name)
}

const ours = new Set(
  `admin admins administrator afterbell anonymous everybody everyone help helpdesk me mod moderation moderator moderators mods
  nobody null official owner postmaster root safety safetylead safetyteam security service staff support supportteam sysadmin
  system team trustandsafety undefined webmaster you`.split(/\s+/),
)
