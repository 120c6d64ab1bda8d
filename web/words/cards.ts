export const words = {
  play: (title: string) => `Play: ${title}`,
  details: (title: string) => `Details: ${title}`,
}
