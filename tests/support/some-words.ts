const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
let told = 0

/** Words that nobody has said before in this run, and in which nobody reads anything: letters and digits at random are rude at times. */
export function someWords(): string {
  told += 1
  return `Take ${[...String(told)].map((digit) => digits[Number(digit)]).join(' ')}`
}
