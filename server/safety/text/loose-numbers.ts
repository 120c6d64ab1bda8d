type Span = [number, number]

/** Seven digits and more, with anything but letters between. */
const runs =
  /(?<!(?:seed|score):? ?\d{0,20})\+?\d(?:[^a-z\d\n]{0,3}\d){6,30}(?! ?(?:%|px|fps|views|likes|euros?|dollars?|km|kg|points?|hz|x\d))/g

/** Where numbers to call stand in a folded text, however they are divided or spelled. From, to. */
export function numberSpans(text: string): Span[] {
  if (!/\d/.test(text)) return []
  return [
    ...Array.from(text.matchAll(runs)).filter(([run]) => !isFigures(run)),
    ...Array.from(text.matchAll(lookAlike)).filter(([run]) => isDisguised(run)),
    ...Array.from(text.matchAll(mixed)).filter(([run]) => isMixed(run)),
  ].map(({ 0: run, index }): Span => [index, index + run.trimEnd().length])
}

/** Letters that look like digits among digits: `o77oo 9oo i23`. */
const lookAlike = /(?<![a-z\d])[\doil](?:[ .-]?[\doil]){8,14}(?![a-z\d])/g

function isDisguised(run: string): boolean {
  return /[oil]/.test(run) && (run.match(/\d/g)?.length ?? 0) >= 3 && !/\b(?:oil|lol|oo+|ill?)\b/.test(run)
}

const spoken: Record<string, number> = {
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
const word = `(?:${Object.keys(spoken).join('|')})`
/** Figures and number words in one row, seven digits and more: `07700 nine hundred 123`, `zero6 12 34 56 78`. */
const mixed = new RegExp(
  String.raw`(?<![a-z\d])(?:\d{1,6}|${word})(?:[ ,./-]{0,3}(?:(?:and|then|hundred|hundert|cent) ){0,2}(?:\d{1,6}|${word})(?![a-z])){2,14}`,
  'g',
)

const spokenIn = new RegExp(word)

function isMixed(run: string): boolean {
  const steps = Array.from(run.matchAll(/\d+|[a-z]+/g), ([one]) => spoken[one] ?? Number(one)).filter(
    (step) => !Number.isNaN(step),
  )
  const isBoth = /\d/.test(run) && (spokenIn.test(run) || /^0\d{3}/.test(run))
  return isBoth && steps.join('').length >= 7 && !isCount(steps)
}

/** Times, results, days, years, thousands, and counting. */
function isFigures(run: string): boolean {
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
  return isCount(groups.length > 1 ? groups.map(Number) : Array.from(digits, Number))
}

function isCount(steps: number[]): boolean {
  const by = steps[1]! - steps[0]!
  const isEven = Math.abs(by) === 1 || (by !== 0 && steps.length >= 4)
  return isEven && steps.every((step, n) => n === 0 || step === steps[n - 1]! + by)
}
