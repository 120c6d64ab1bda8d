export const words = {
  nobody: 'Creator',
  play: (title: string) => `Play: ${title}`,
  details: (title: string) => `Details: ${title}`,
}
