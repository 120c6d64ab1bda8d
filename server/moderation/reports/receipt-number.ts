import { randomInt } from 'node:crypto'

// Excludes characters that are easily confused: 0 and O, 1, I and L.
const receiptAlphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Creates an unguessable receipt number (78 bits) that is easy to read aloud: `K7QM-2R9D-XW4T-8HNP`. */
export function createReceiptNumber(): string {
  return [randomReceiptGroup(), randomReceiptGroup(), randomReceiptGroup(), randomReceiptGroup()].join('-')
}

function randomReceiptGroup(): string {
  return Array.from({ length: 4 }, () => receiptAlphabet[randomInt(receiptAlphabet.length)]).join('')
}
