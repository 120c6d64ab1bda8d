/** Something that a scanner says of the site. */
export interface Finding {
  tool: string
  /** In the scanner's words. */
  kind: string
  detail: string
}

interface Known {
  tool: string
  kind: RegExp
  detail: RegExp
  /** Why this is right as it is. */
  because: string
}

/** What scanners say that has been looked into. Everything else makes the command end with 1. */
const known: Known[] = []

/** Why it is harmless, or nothing. */
export function explained({ tool, kind, detail }: Finding): string | undefined {
  return known.find((one) => one.tool === tool && one.kind.test(kind) && one.detail.test(detail))?.because
}
