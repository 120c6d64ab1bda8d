/** Replaces a missing picture: the first letter in upper case; U for an empty name. */
export function getAvatarInitial(name: string): string {
  return ([...name.replace(/^@/, '')][0] ?? 'U').toUpperCase()
}
