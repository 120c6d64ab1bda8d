import { dictionary } from '@zxcvbn-ts/language-common'

let commonPasswords: ReadonlySet<string> | undefined

/** Returns whether a password, in lower case, is one of those that attackers try first. */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set([...dictionary['passwords-common'], ...recentPasswords])
  return commonPasswords.has(password)
}

/** Common passwords that are not in the list of the library, because it contains no sequences and is older. */
const recentPasswords = `
0123456789 987654321 654321 222222 333333 444444 555555 777777 888888 999999 00000000 121212 123123123
abcdef abcdefg abcdefgh qwertz qwertz123 zaq1zaq1 p@ssword login123 roblox fortnite instagram snapchat
tiktok tiktok123 spotify highschool summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
afterbell afterbell1 afterbell123
`
  .trim()
  .split(/\s+/)
