/**
 * Returns the letter to show if there is no avatar picture: the first letter of the name in upper case, or U
 * if the name is empty.
 */
export function getAvatarInitial(name: string): string {
  return ([...name.replace(/^@/, '')][0] ?? 'U').toUpperCase()
}
