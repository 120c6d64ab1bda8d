/**
 * Returns whether the text contains a phone number. `plain` is the normalised text, in which the separators
 * between digits are kept. `phrase` is the output of `normalizeForPhraseMatching`, in which this function
 * searches for numbers written as words and for words about calling someone.
 */
export function containsPhoneNumber(plain: string, phrase: string): boolean {
  const isCalling = callingWords.test(phrase)
  if (spokenNumber.test(phrase.replaceAll(' | ', ' '))) return true
  for (const [run] of plain.matchAll(digitRuns)) if (isPhoneNumber(run.trim(), isCalling)) return true
  return false
}

/**
 * Returns the positions, as [from, to], of digit sequences that could be phone numbers, regardless of the
 * surrounding words.
 */
export function findPhoneNumberSpans(plain: string): [number, number][] {
  return Array.from(plain.matchAll(digitRuns))
    .filter(([run]) => isPhoneNumber(run.trim(), true))
    .map(({ 0: run, index }) => [index, index + run.length])
}

/**
 * Matches 7 to 19 digits, with or without common separators between them. Sequences of more than 19 digits
 * are not phone numbers.
 */
const digitRuns =
  /(?<![\d.,:#/a-z])(?:\+ ?|\()?\d(?:[ .()/-]{0,3}\d){6,18}(?![\d:]|[.,]\d| ?(?:%|px|fps|views|likes|euros?|dollars?|km|kg|points?))/g

const callingWords =
  /\b(?:call|text|phone|number|whatsapp|cell|mobile|reach|ring|message|msg|tel|nummer|handy|ruf|numero|telefono|llama\w{0,3}|portable|appelle\w{0,2}|sms|digits)\b/

const spokenDigit =
  '(?:zero|oh|o|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|un|deux|trois|quatre|cinq|sept|huit|neuf)'
/**
 * Matches seven or more digits written as words. Counting (`one two three four …`) does not match, because it
 * is not a phone number.
 */
const spokenNumber = new RegExp(
  `(?<!\\b${spokenDigit} )(?!(?:zero )?one two three four|eins zwei drei vier|uno dos tres cuatro|un deux trois quatre)\\b${spokenDigit}(?: ${spokenDigit}){6,15}\\b(?! ${spokenDigit}\\b)`,
)

function isPhoneNumber(run: string, isCalling: boolean): boolean {
  const digits = run.replace(/\D/g, '')
  if (/^[01]+$/.test(digits) || /^(\d)\1+$/.test(digits) || isDateOrAmount(run)) return false
  const { length } = digits
  if (run.startsWith('+')) return length >= 8 && length <= 15
  if (digits.startsWith('0') && !/^0[.,]/.test(run)) return length >= 9 && length <= 14
  if (/^\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}$/.test(run)) return true
  if (/^1[ .-]\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/.test(run)) return true
  if (/^\d{3}(?:[ .-]\d{2}){3}$/.test(run)) return true
  return isCalling && length >= 7 && length <= 12
}

/** Returns whether a digit sequence is a range of years, a date or an amount with thousands separators. */
function isDateOrAmount(run: string): boolean {
  if (/^(?:1[5-9]|20)\d\d ?[-/ ] ?(?:1[5-9]|20)\d\d$/.test(run)) return true
  if (
    /^(?:1[5-9]|20)\d\d[-./ ]?[01]?\d[-./ ]?[0-3]?\d$/.test(run) ||
    /^[0-3]?\d[-./ ][01]?\d[-./ ](?:1[5-9]|20)\d\d$/.test(run)
  )
    return true
  return /^[1-9]\d{0,2}(?:[ .]\d{3}){2,4}$/.test(run)
}
