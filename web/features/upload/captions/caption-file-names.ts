/** Returns whether a file name is the name of a caption file. */
export function isCaptionFile({ name }: File): boolean {
  return /\.(?:vtt|srt)$/i.test(name)
}

/**
 * Reads the language from file names such as `film.en.srt` and `film.pt-BR.vtt`. Returns null if the file
 * name contains no language.
 */
export function parseLanguageFromFileName(name: string, tags: readonly string[]): string | null {
  const tag = /[._ -]([a-z]{2,3}(?:-[a-z0-9]{2,4})?)\.(?:vtt|srt)$/i.exec(name)?.[1]?.toLowerCase()
  return tags.find((one) => one.toLowerCase() === tag) ?? null
}
