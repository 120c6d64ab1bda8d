/**
 * Returns the letter that replaces a missing avatar picture: the first one in upper case, or U for an empty
 * name.
 */
export function getAvatarInitial(name: string): string {
  return ([...name.replace(/^@/, '')][0] ?? 'U').toUpperCase()
}
