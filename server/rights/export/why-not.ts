/** Tables that are in no export, and why: with `parts.ts` every table of the database has an answer. */
export const whyNot: Readonly<Record<string, string>> = {
  migrations: 'about the installation, not about people',
  site_secrets: 'keys of the installation',
  encode_speeds: 'measurements of the installation',
  verifications: 'one-time secrets that open doors, gone within a day',
  sign_in_links: 'hashes of one-time secrets, gone within minutes',
  bearer_tokens: 'hashes of secrets; the sessions they belong to are in the export',
  dropped_usernames: 'keyed hashes that nobody can read back',
  renditions: 'technical; the films themselves are in the export',
  live_events: 'an hour’s copy of what is in other tables',
  notification_causes: 'what other people did; one’s own likes and comments are in the export',
  cases: 'the work of those who look into reports; what came of it is told to its owner',
  staff_looks: 'the work of those who look into reports',
  audit_log: 'what staff did, sealed against change; what it meant for somebody is in their decisions',
  exports: 'the copy itself',
}
