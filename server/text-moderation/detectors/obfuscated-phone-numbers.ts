type NumberSpan = [number, number]

/**
 * Matches seven or more digits with at most three characters between consecutive digits, none of them a
 * letter.
 */
const digitRunPattern =
  /(?<!(?:seed|score):? ?\d{0,20})\+?\d(?:[^a-z\d\n]{0,3}\d){6,30}(?! ?(?:%|px|fps|views|likes|euros?|dollars?|km|kg|points?|hz|x\d))/g

/**
 * Returns the positions of phone numbers in normalised text as [from, to], whatever the separators and the
 * spelling of the digits.
 */
export function findNumberSpans(text: string): NumberSpan[] {
  if (!/\d/.test(text)) return []
  return [
    ...Array.from(text.matchAll(digitRunPattern)).filter(([run]) => !isHarmlessNumber(run)),
    ...Array.from(text.matchAll(lookAlikeDigitPattern)).filter(([run]) => isDisguisedNumber(run)),
    ...Array.from(text.matchAll(mixedNumberPattern)).filter(([run]) => isMixedNumber(run)),
  ].map(({ 0: run, index }): NumberSpan => [index, index + run.trimEnd().length])
}

/** Matches numbers in which some digits are replaced by similar letters: `o77oo 9oo i23`. */
const lookAlikeDigitPattern = /(?<![a-z\d])[\doil](?:[ .-]?[\doil]){8,14}(?![a-z\d])/g

function isDisguisedNumber(run: string): boolean {
  return /[oil]/.test(run) && (run.match(/\d/g)?.length ?? 0) >= 3 && !/\b(?:oil|lol|oo+|ill?)\b/.test(run)
}

const spokenDigits: Record<string, number> = {
  zero: 0,
  oh: 0,
  o: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  null: 0,
  eins: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  cero: 0,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  un: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
}
const spokenDigitPattern = `(?:${Object.keys(spokenDigits).join('|')})`
/**
 * Matches mixed sequences of digits and number words with at least seven digits: `07700 nine hundred 123`,
 * `zero6 12 34 56 78`.
 */
const mixedNumberPattern = new RegExp(
  String.raw`(?<![a-z\d])(?:\d{1,6}|${spokenDigitPattern})(?:[ ,./-]{0,3}(?:(?:and|then|hundred|hundert|cent) ){0,2}(?:\d{1,6}|${spokenDigitPattern})(?![a-z])){2,14}`,
  'g',
)

const spokenDigitRegex = new RegExp(spokenDigitPattern)

function isMixedNumber(run: string): boolean {
  const steps = Array.from(run.matchAll(/\d+|[a-z]+/g), ([one]) => spokenDigits[one] ?? Number(one)).filter(
    (step) => !Number.isNaN(step),
  )
  const isBoth = /\d/.test(run) && (spokenDigitRegex.test(run) || /^0\d{3}/.test(run))
  return isBoth && steps.join('').length >= 7 && !isCountingSequence(steps)
}

/**
 * Returns whether a number is not a phone number but a time, score, date, year, large amount or counting
 * sequence.
 */
function isHarmlessNumber(run: string): boolean {
  const groups = run.match(/\d+/g)!
  const digits = groups.join('')
  if (/^[01]+$/.test(digits) || /^(\d)\1+$/.test(digits) || digits.startsWith('314159')) return true
  if (/^\d{1,3}(?:[ .,']\d{3}){2,5}(?:[.,]\d{1,2})?$/.test(run) && !run.startsWith('0')) return true
  if (/^\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,3})?(?:[ ,/&–-]{1,3}\d{1,2}:\d\d(?::\d\d)?)*$/.test(run)) return true
  if (/^\d{1,2}[-/]\d{1,2}(?:, ?| )\d{1,2}[-/]\d{1,2}/.test(run) && groups.every((one) => one.length <= 2))
    return true
  if (groups.every((one) => /^(?:1[5-9]|20)\d\d$/.test(one))) return true
  if (
    /^(?:(?:1[5-9]|20)\d\d[-./ ]?[01]?\d[-./ ]?[0-3]?\d|[0-3]?\d[-./ ][01]?\d[-./ ](?:1[5-9]|20)\d\d)(?:[ t_,-]{1,2}\d{1,2}[:.]?\d\d(?:[:.]?\d\d)?)?$/.test(
      run,
    )
  )
    return true
  return isCountingSequence(groups.length > 1 ? groups.map(Number) : Array.from(digits, Number))
}

function isCountingSequence(steps: number[]): boolean {
  const by = steps[1]! - steps[0]!
  const isEven = Math.abs(by) === 1 || (by !== 0 && steps.length >= 4)
  return isEven && steps.every((step, n) => n === 0 || step === steps[n - 1]! + by)
}
