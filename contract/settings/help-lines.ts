/** The help lines of a site on which the operator has set none. These texts are translated. */
export const defaultHelpLines = {
  emergency:
    'In danger right now? Call the emergency number where you are: 112 in Europe, 911 in North America.',
  trustedAdult: 'Tell an adult you trust: a parent, a teacher, a doctor.',
}
