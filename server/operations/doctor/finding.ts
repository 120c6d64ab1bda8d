/** One result of a check of `admin -- doctor`. */
export interface Finding {
  /** The part of the site, such as `database` or `email`. */
  area: string
  /** A `problem` breaks the site or endangers its data. A `warning` needs attention soon. */
  status: 'ok' | 'warning' | 'problem'
  /** What was found, as a sentence. */
  text: string
  /** What the operator should do, as a sentence. Only findings that are `ok` have none. */
  advice?: string
}

/** A check returns its findings. If everything is in order, it returns at least one `ok`. */
export type Check = () => Finding[] | Promise<Finding[]>

export const ok = (area: string, text: string): Finding => ({ area, status: 'ok', text })

export const warning = (area: string, text: string, advice: string): Finding => ({
  area,
  status: 'warning',
  text,
  advice,
})

export const problem = (area: string, text: string, advice: string): Finding => ({
  area,
  status: 'problem',
  text,
  advice,
})
