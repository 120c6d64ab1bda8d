import { randomInt } from 'node:crypto'

const usernameAdjectives =
  'sky,sunny,brave,quiet,lucky,neon,velvet,cosmic,mellow,swift,amber,misty,jolly,solar,lunar,breezy'
const usernameAnimals =
  'otter,panda,falcon,koala,lynx,gecko,heron,badger,dolphin,puffin,marten,lemur,ibex,tapir,wren,orca'

/** Generates a username, such as `sky_otter_482`, that reveals nothing about the person. */
export function generateUsername(): string {
  return `${pickRandomWord(usernameAdjectives)}_${pickRandomWord(usernameAnimals)}_${randomInt(100, 1000)}`
}

/**
 * Turns a name or an email address into a valid username. Returns null if fewer than three usable characters
 * remain.
 */
export function generateUsernameFromText(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 20)
  return plain.length >= 3 ? plain : null
}

/** Appends a random number to a username. The result has at most 20 characters. */
export function withRandomSuffix(handle: string): string {
  return `${handle.slice(0, 15)}_${randomInt(1000, 10_000)}`
}

function pickRandomWord(words: string): string {
  const list = words.split(',')
  return list[randomInt(list.length)]!
}
