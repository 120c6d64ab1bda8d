/** Under a page that could not be made. What went wrong comes from contract/refusal-table.ts. */
export const words = {
  goHome: 'Go Home',
  again: 'Try again',
}
