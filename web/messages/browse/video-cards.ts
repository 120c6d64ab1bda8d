export const videoCardMessages = {
  nobody: 'Creator',
  /** `part` is the watched fraction of a video, from 0 to 1. */
  watched: (part: number) => `Watched: ${Math.round(part * 100)}%`,
  play: (title: string) => `Play: ${title}`,
  details: (title: string) => `Details: ${title}`,
}
