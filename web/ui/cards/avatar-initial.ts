/** What stands in for a missing picture: the first letter, in upper case; U where there is none. */
export function getAvatarInitial(name: string): string {
  return ([...name.replace(/^@/, '')][0] ?? 'U').toUpperCase()
}
