interface Person {
  full_name: string
  email: string
}

/**
 * Whether the username contains the account owner's family name, the local part of the email address, or at
 * least seven digits, which may be a phone number. A first name on its own does not count, because it does
 * not identify anyone.
 */
export function hasPersonalDetailsInUsername(username: string, { full_name, email }: Person): boolean {
  const name = normalizeForComparison(username)
  if (username.replace(/\D/g, '').length >= 7) return true
  const local = normalizeForComparison(email.slice(0, email.indexOf('@')))
  if (local.length >= 5 && name.includes(local)) return true
  const [first, ...others] = full_name.split(/[\s.-]+/).map(normalizeForComparison)
  const family = others.at(-1) ?? ''
  if (family.length >= 4 && name.includes(family)) return true
  return others.length > 0 && name.includes(`${first}${others.join('')}`)
}

function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
