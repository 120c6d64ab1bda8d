export interface PlayerChapter {
  seconds: number
  title: string
}

/** Returns the chapter at a position. The chapters are in order, and the first one starts at 0. */
export function findChapterAt(
  chapters: readonly PlayerChapter[] | undefined,
  time: number,
): PlayerChapter | undefined {
  return chapters?.findLast(({ seconds }) => seconds <= time)
}
