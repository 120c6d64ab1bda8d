import { type PageQuery, withQuery } from './with-query.ts'

/** The URLs of the pages of the admin console. Part of `pagePaths`. */
export const consolePaths = {
  admin: '/admin',
  adminPeople: '/admin/people',
  adminPerson: (id: string) => `/admin/people/${id}`,
  adminContent: (query: PageQuery = {}) => withQuery('/admin/content', query),
  adminJobs: (query: PageQuery = {}) => withQuery('/admin/jobs', query),
  adminStorage: '/admin/storage',
  adminContact: (query: PageQuery = {}) => withQuery('/admin/contact', query),
  adminContactMessage: (id: string) => `/admin/contact/${id}`,
  adminWebhooks: '/admin/webhooks',
  /** The deliveries of a webhook. */
  adminWebhook: (id: string, query: PageQuery = {}) => withQuery(`/admin/webhooks/${id}`, query),
  adminAuditLog: (query: PageQuery = {}) => withQuery('/admin/audit-log', query),
} as const
