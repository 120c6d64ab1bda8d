export const videoCardMessages = {
  nobody: 'Creator',
  play: (title: string) => `Play: ${title}`,
  details: (title: string) => `Details: ${title}`,
}
