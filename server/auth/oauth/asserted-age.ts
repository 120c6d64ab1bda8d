/**
 * Returns the age in whole years that a provider's claim states, or null if the claim does not state an age. The claim
 * is either a date of birth (`YYYY-MM-DD`, OpenID Connect Core, section 5.1) or an age as a number. A year alone does
 * not determine the age, so the person is asked.
 */
export function parseAssertedAge(claim: unknown, now = new Date()): number | null {
  if (typeof claim === 'number' || (typeof claim === 'string' && /^\d{1,3}$/.test(claim))) {
    const age = Number(claim)
    return Number.isInteger(age) && age >= 0 && age <= 130 ? age : null
  }
  const parts = typeof claim === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(claim) : null
  if (!parts) return null
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const born = new Date(Date.UTC(year, month - 1, day))
  // Rejects dates such as 2010-02-30, and the year 0000, with which providers hide the year.
  if (born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day || year < 1900) return null
  const hadBirthday =
    now.getUTCMonth() > month - 1 || (now.getUTCMonth() === month - 1 && now.getUTCDate() >= day)
  const age = now.getUTCFullYear() - year - (hadBirthday ? 0 : 1)
  return age >= 0 ? age : null
}
