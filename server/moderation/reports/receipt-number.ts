import { randomInt } from 'node:crypto'

// Without those that are taken for another: 0 and O, 1 and I and L.
const receiptAlphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A name for a report that nobody guesses, 78 bits, and that can be read out: `K7QM-2R9D-XW4T-8HNP`. */
export function createReceiptNumber(): string {
  return [randomReceiptGroup(), randomReceiptGroup(), randomReceiptGroup(), randomReceiptGroup()].join('-')
}

function randomReceiptGroup(): string {
  return Array.from({ length: 4 }, () => receiptAlphabet[randomInt(receiptAlphabet.length)]).join('')
}
