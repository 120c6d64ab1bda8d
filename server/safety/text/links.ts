/*
 * Texts are shown as text, so a link leads nowhere by itself. Two kinds are worth a second look all the same: the doors to private
 * chats, and addresses that hide where they lead.
 */

const chats =
  /\b(?:discord\.gg|discord(?:app)?\.com\/(?:invite|users)|dsc\.gg|t\.me|telegram\.me|wa\.me|chat\.whatsapp\.com|snapchat\.com\/(?:add|t)|kik\.me|line\.me|join\.skype\.com|m\.me|signal\.(?:me|group)|omegle\.com|onlyfans\.com|instagram\.com\/[a-z0-9._]+|ngl\.link|linktr\.ee)\b/
const hidden =
  /\b(?:bit\.ly|tinyurl\.com|is\.gd|v\.gd|cutt\.ly|rb\.gy|shorturl\.at|t\.ly|ow\.ly|goo\.gl|adf\.ly|grabify\.link|iplogger\.(?:org|com))\/|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}\b|https?:\/\/[^/\s]{0,100}@|https?:\/\/[^/\s.]{0,80}xn--/

/** What kind of link a text has that somebody should look at first. */
export function links(plain: string): 'chat' | 'hidden' | null {
  const joined = plain.replace(/ ?[([] ?(?:dot|\.) ?[)\]] ?| dot /g, '.')
  if (chats.test(joined)) return 'chat'
  return hidden.test(joined) ? 'hidden' : null
}
