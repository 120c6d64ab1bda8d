/** Whether a file is a caption file by its name. */
export function isCaptionFile({ name }: File): boolean {
  return /\.(?:vtt|srt)$/i.test(name)
}

/** Reads the language from names such as `film.en.srt` and `film.pt-BR.vtt`. Returns null if there is none. */
export function readLanguageOfName(name: string, tags: readonly string[]): string | null {
  const tag = /[._ -]([a-z]{2,3}(?:-[a-z0-9]{2,4})?)\.(?:vtt|srt)$/i.exec(name)?.[1]?.toLowerCase()
  return tags.find((one) => one.toLowerCase() === tag) ?? null
}
